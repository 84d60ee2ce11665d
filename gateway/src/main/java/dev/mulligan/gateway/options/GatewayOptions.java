package dev.mulligan.gateway.options;

import dev.mulligan.attempt.Asker;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.gateway.access.Tls;
import dev.mulligan.gateway.access.TokenCheck;
import dev.mulligan.gateway.access.TokenVerifier;
import dev.mulligan.gateway.wire.Fingerprint;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.share.NoteBoard;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Everything a gateway needs from outside.
 *
 * @param port 0 takes a free one
 * @param upstreams where each provider is: {@code anthropic}, {@code openai}, {@code gemini}
 * @param routes further upstreams, with keys of their own; those used from the start take the provider's place
 * @param policy for projects without their own
 * @param ladder models to climb or fall back to; without one the model asked for is the model called
 * @param turnBuffering holds a whole turn back, so that every failure in it can be recovered
 * @param access who may use the port, and over what
 * @param projectKeys which project an account belongs to, by the fingerprint of its key
 * @param traces where spans are sent, as OTLP over HTTP; nowhere when empty
 * @param gauges what {@code /metrics} shows beside the gateway's own numbers
 * @param fleet where it meets the other gateways of its fleet; empty when it is alone
 */
public record GatewayOptions(
        String bind,
        int port,
        Map<String, URI> upstreams,
        List<UpstreamSpec> routes,
        RetryPolicy policy,
        Map<String, RetryPolicy> projectPolicies,
        Optional<Ladder> ladder,
        boolean turnBuffering,
        Budgets budgets,
        GatewayLimits limits,
        Patience patience,
        Classifier classifier,
        Models models,
        GatewayListener listener,
        Asker asker,
        Time time,
        Access access,
        Map<String, String> projectKeys,
        Optional<URI> traces,
        List<Gauge> gauges,
        Optional<NoteBoard> fleet) {

    public GatewayOptions {
        upstreams = Map.copyOf(upstreams);
        routes = List.copyOf(routes);
        projectPolicies = Map.copyOf(projectPolicies);
        projectKeys = Map.copyOf(projectKeys);
        gauges = List.copyOf(gauges);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " is not between 0 and 65535");
        }
        upstreams.forEach((name, uri) -> {
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!http || uri.getHost() == null) {
                throw new IllegalArgumentException(
                        "upstream " + name + ": '" + uri + "' is not an address such as https://api.example.com");
            }
        });
    }

    /** What happens when a budget is used up. */
    public enum OnBudget {
        WARN,
        ASK,
        STOP
    }

    /**
     * The most that may be spent; empty means no limit.
     *
     * @param confirm when a person is asked before the policy climbs to a stronger model
     */
    public record Budgets(Optional<Money> perProject, Optional<Money> perSession, OnBudget then, Confirm confirm) {
        public static final Budgets NONE = new Budgets(Optional.empty(), Optional.empty(), OnBudget.STOP);

        public Budgets(Optional<Money> perProject, Optional<Money> perSession, OnBudget then) {
            this(perProject, perSession, then, new Confirm.Never());
        }

        public Budgets confirming(Confirm when) {
            return new Budgets(perProject, perSession, then, when);
        }
    }

    /**
     * Who may use the port.
     *
     * @param tokenNeeded whether every request must show a token; otherwise only what needs to know who asks does
     * @param hosts names under which it may be reached beside {@code localhost} and addresses: others are refused, since
     *     a page on the web could point its own name here
     */
    public record Access(boolean tokenNeeded, TokenVerifier tokens, Set<String> hosts, Optional<Tls> tls) {

        public static final Access OPEN =
                new Access(false, new TokenVerifier(TokenCheck.NONE, Time.system()), Set.of(), Optional.empty());

        public Access {
            hosts = Set.copyOf(hosts);
        }
    }

    /** Loopback, the providers' public addresses, the policy {@code patient}. */
    public static GatewayOptions standard() {
        return new OptionsDraft().options();
    }

    public RetryPolicy policyOf(String project) {
        return projectPolicies.getOrDefault(project, policy);
    }

    /** The part of the ladder that speaks this model's wire, with the model itself on it; empty when there is none. */
    public Optional<Ladder> ladderFor(String model) {
        Optional<Model> own = models.find(model);
        if (ladder.isEmpty() || own.isEmpty()) {
            return ladder.filter(given -> given.find(model).isPresent());
        }
        List<Model> rungs = new ArrayList<>(ladder.get().rungs().stream()
                .filter(rung -> rung.provider().equals(own.get().provider()))
                .toList());
        if (ladder.get().find(model).isEmpty()) {
            long below = rungs.stream()
                    .filter(rung -> rung.tier() < own.get().tier())
                    .count();
            rungs.add((int) below, own.get());
        }
        return Optional.of(new Ladder(rungs, ladder.get().fallbacks()));
    }

    public GatewayOptions listeningOn(String address, int newPort) {
        return with(draft -> {
            draft.bind = address;
            draft.port = newPort;
        });
    }

    public GatewayOptions upstream(String name, URI uri) {
        return with(draft -> draft.upstreams = and(upstreams, name, uri));
    }

    /** Further upstreams with keys of their own. */
    public GatewayOptions routes(List<UpstreamSpec> more) {
        return with(draft -> draft.routes = more);
    }

    public GatewayOptions policy(RetryPolicy newPolicy) {
        return with(draft -> draft.policy = newPolicy);
    }

    public GatewayOptions projectPolicy(String project, RetryPolicy itsPolicy) {
        return with(draft -> draft.projectPolicies = and(projectPolicies, project, itsPolicy));
    }

    /** Requests with this key belong to this project, unless they name another. The key itself is not kept. */
    public GatewayOptions projectOfKey(String key, String project) {
        return with(draft -> draft.projectKeys = and(projectKeys, Fingerprint.ofAccount(key), project));
    }

    public GatewayOptions escalating(Ladder newLadder) {
        return with(draft -> draft.ladder = Optional.of(newLadder));
    }

    public GatewayOptions turnBuffering(boolean on) {
        return with(draft -> draft.turnBuffering = on);
    }

    public GatewayOptions budgets(Budgets newBudgets) {
        return with(draft -> draft.budgets = newBudgets);
    }

    public GatewayOptions limits(GatewayLimits newLimits) {
        return with(draft -> draft.limits = newLimits);
    }

    public GatewayOptions patience(Patience newPatience) {
        return with(draft -> draft.patience = newPatience);
    }

    public GatewayOptions knowing(Classifier newClassifier, Models newModels) {
        return with(draft -> {
            draft.classifier = newClassifier;
            draft.models = newModels;
        });
    }

    public GatewayOptions listener(GatewayListener newListener) {
        return with(draft -> draft.listener = newListener);
    }

    public GatewayOptions asking(Asker newAsker) {
        return with(draft -> draft.asker = newAsker);
    }

    public GatewayOptions time(Time newTime) {
        return with(draft -> draft.time = newTime);
    }

    /** Every request must show this token. */
    public GatewayOptions token(String only) {
        return tokens(true, TokenCheck.one("environment", only));
    }

    public GatewayOptions tokens(boolean needed, TokenCheck known) {
        return with(draft ->
                draft.access = new Access(needed, new TokenVerifier(known, time), access.hosts(), access.tls()));
    }

    public GatewayOptions hosts(Set<String> names) {
        return with(draft -> draft.access = new Access(access.tokenNeeded(), access.tokens(), names, access.tls()));
    }

    public GatewayOptions tls(Tls pair) {
        return with(draft ->
                draft.access = new Access(access.tokenNeeded(), access.tokens(), access.hosts(), Optional.of(pair)));
    }

    /** Sends a span for every request to this collector, such as {@code http://127.0.0.1:4318}. */
    public GatewayOptions tracing(URI collector) {
        return with(draft -> draft.traces = Optional.of(collector));
    }

    public GatewayOptions showing(List<Gauge> more) {
        return with(draft -> draft.gauges = more);
    }

    /** Shares breakers, pauses, budgets, counts and the memory of failed requests with whoever uses this board. */
    public GatewayOptions sharing(NoteBoard board) {
        return with(draft -> draft.fleet = Optional.of(board));
    }

    private GatewayOptions with(Consumer<OptionsDraft> change) {
        OptionsDraft draft = new OptionsDraft(this);
        change.accept(draft);
        return draft.options();
    }

    private static <V> Map<String, V> and(Map<String, V> some, String name, V value) {
        Map<String, V> more = new HashMap<>(some);
        more.put(name, value);
        return more;
    }
}
