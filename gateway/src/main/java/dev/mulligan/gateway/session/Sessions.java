package dev.mulligan.gateway.session;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Money;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.fleet.SharedMoney;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.guard.Budget;
import dev.mulligan.guard.Scopes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The conversations seen, the one unused for longest forgotten first. */
public final class Sessions {

    private static final int MOST = 10_000;

    private final GatewayOptions options;
    private final SharedMoney money;
    private final Scopes<Budget> projects;
    private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MOST;
        }
    };

    public Sessions(GatewayOptions options, Fleet fleet) {
        this.options = options;
        this.money = new SharedMoney(fleet);
        this.projects = new Scopes<>(name -> Budget.root(
                "project " + name, limits(options.budgets().perProject()), options.time(), money::elsewhere));
    }

    public synchronized List<SessionView> list() {
        return sessions.values().stream().map(Session::view).toList();
    }

    public synchronized Optional<SessionView> get(String sessionId) {
        return Optional.ofNullable(sessions.get(sessionId)).map(Session::view);
    }

    /**
     * From now on this session's requests for its present model go to this one instead.
     *
     * @throws IllegalArgumentException when there is no such session
     */
    public SessionView escalate(String sessionId, String model) {
        Session session = known(sessionId);
        String from = session.escalate(model);
        options.listener().on(new GatewayFact.SessionEscalated(sessionId, from, model, EscalationReason.MANUAL));
        return session.view();
    }

    /** What the next call costs on that model, from what this session really used; empty for unknown models. */
    public Optional<CostEstimate> estimate(String sessionId, String model) {
        return estimate(sessionId, known(sessionId).view().model(), model);
    }

    /** The same, compared with another model than the one its client asks for. */
    public Optional<CostEstimate> estimate(String sessionId, String fromModel, String model) {
        Session session = known(sessionId);
        Optional<Model> from = options.models().find(fromModel);
        Optional<Model> to = options.models().find(model);
        return from.isEmpty() || to.isEmpty()
                ? Optional.empty()
                : Optional.of(CostEstimate.next(from.get(), to.get(), session.calls()));
    }

    private synchronized Session known(String sessionId) {
        Session session = sessions.get(sessionId);
        if (session == null) {
            throw new IllegalArgumentException(
                    "session '" + sessionId + "' is not known here; it appears with its first request");
        }
        return session;
    }

    public synchronized Session of(String id, String project) {
        return sessions.computeIfAbsent(
                id, fresh -> new Session(fresh, project, options.time().now(), budget(fresh, project)));
    }

    /** Tells the fleet what the budgets of this session have come to. */
    void tellSpent(String id, Session session) {
        money.tell("session " + id, session.budget().spent().money());
        money.tell(
                "project " + session.project(),
                projects.of(session.project()).spent().money());
    }

    private Budget budget(String id, String project) {
        return projects.of(project)
                .child("session " + id, limits(options.budgets().perSession()));
    }

    private static Budget.Limits limits(Optional<Money> most) {
        return most.map(Budget.Limits.NONE::money).orElse(Budget.Limits.NONE);
    }
}
