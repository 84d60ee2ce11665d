package dev.mulligan.gateway.session;

import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.guard.Budget;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One conversation of an agent, as far as it went through this gateway. */
public final class Session {

    private static final int CALLS_KEPT = 20;

    private final String id;
    private final String project;
    private final Instant started;
    private final Budget budget;

    // Mutable state, guarded by this
    private Instant lastSeen;
    private String model = "";
    private int requests;
    private int upstreamCalls;
    private int failures;
    private Usage usage = Usage.NONE;
    private Money cost = Money.ZERO;
    private final Deque<Usage> calls = new ArrayDeque<>();
    private final Map<String, String> replacements = new LinkedHashMap<>();
    private final Map<String, RouteUse> routes = new LinkedHashMap<>();

    public Session(String id, String project, Instant now, Budget budget) {
        this.id = id;
        this.project = project;
        this.started = now;
        this.lastSeen = now;
        this.budget = budget;
    }

    /** Where a request of this conversation was answered last. */
    public record RouteUse(String target, Instant at) {}

    /** The same for all requests of one conversation. */
    public long hash() {
        return id.hashCode();
    }

    public synchronized Optional<RouteUse> route(String provider) {
        return Optional.ofNullable(routes.get(provider));
    }

    public synchronized void routed(String provider, String target, Instant now) {
        routes.put(provider, new RouteUse(target, now));
    }

    public Budget budget() {
        return budget;
    }

    public String project() {
        return project;
    }

    public synchronized void requested(String askedModel, Instant now) {
        lastSeen = now;
        requests++;
        if (!askedModel.isEmpty()) {
            model = askedModel;
        }
    }

    public synchronized void answered(int calledUpstream, Usage used, Money paid, boolean failed) {
        upstreamCalls += calledUpstream;
        failures += failed ? 1 : 0;
        usage = usage.plus(used);
        cost = cost.plus(paid);
        if (used.output() > 0) {
            calls.addLast(used);
            if (calls.size() > CALLS_KEPT) {
                calls.removeFirst();
            }
        }
    }

    public synchronized String escalate(String toModel) {
        String before = replacements.put(model, toModel);
        return before == null ? model : before;
    }

    /** The policy has climbed for this conversation: what was asked for before would only fail again. */
    public synchronized void staysOn(String askedModel, String toModel) {
        replacements.put(askedModel, toModel);
    }

    /** The model to call when the client asks for this one. */
    public synchronized String modelFor(String askedModel) {
        return replacements.getOrDefault(askedModel, askedModel);
    }

    public synchronized List<Usage> calls() {
        return List.copyOf(calls);
    }

    public synchronized SessionView view() {
        return new SessionView(
                id,
                project,
                started,
                lastSeen,
                model,
                Optional.ofNullable(replacements.get(model)),
                requests,
                upstreamCalls,
                failures,
                usage,
                cost);
    }
}
