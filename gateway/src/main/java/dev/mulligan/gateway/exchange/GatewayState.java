package dev.mulligan.gateway.exchange;

import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.guard.ClientRetries;
import dev.mulligan.gateway.guard.RunawayDetector;
import dev.mulligan.gateway.guard.UpstreamScopes;
import dev.mulligan.gateway.http.BodyMemory;
import dev.mulligan.gateway.http.Readiness;
import dev.mulligan.gateway.options.GatewayHooks;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.route.Routes;
import dev.mulligan.gateway.session.KeptRequests;
import dev.mulligan.gateway.session.PromptPatterns;
import dev.mulligan.gateway.session.Sessions;
import dev.mulligan.gateway.session.SpendingLimits;
import dev.mulligan.gateway.telemetry.Metrics;
import dev.mulligan.gateway.telemetry.Spans;
import dev.mulligan.policy.RetryPolicy;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all event loops have in common. */
public final class GatewayState {

    private static final Logger log = LoggerFactory.getLogger("dev.mulligan.gateway");

    private final GatewayOptions options;
    private final Fleet fleet;
    private final Sessions sessions;
    private final UpstreamScopes scopes;
    private final Routes routes;
    private final ClientRetries memory;
    private final RunawayDetector runaways;
    private final SpendingLimits budgets;
    private final GatewayHooks hooks;
    private final KeptRequests kept = new KeptRequests();
    private final PromptPatterns prompts = new PromptPatterns();
    private final Metrics metrics;
    private final Optional<Spans> spans;
    private final Readiness readiness;
    private final BodyMemory bodies;
    private final AtomicInteger connections = new AtomicInteger();
    private final String idPrefix;
    private final AtomicLong ids = new AtomicLong();
    private volatile int port;

    public GatewayState(GatewayOptions given, GatewayHooks hooks) {
        this.hooks = hooks;
        this.metrics = new Metrics(given.gauges(), given.models());
        this.spans = given.traces().map(Spans::new);
        GatewayListener heard = metrics.and(given.listener());
        this.options = given.listener(spans.map(heard::and).orElse(heard));
        this.readiness = new Readiness(options.time(), options.patience().notice());
        this.bodies = new BodyMemory(options.limits().allBodies());
        this.fleet = new Fleet(options);
        this.sessions = new Sessions(options, fleet);
        this.scopes = new UpstreamScopes(options, fleet);
        this.routes = new Routes(options);
        this.memory = new ClientRetries(options.time(), fleet, scopes);
        this.runaways = new RunawayDetector(options, fleet);
        this.budgets = new SpendingLimits(options, sessions);
        this.idPrefix =
                "req-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";
    }

    public GatewayOptions options() {
        return options;
    }

    public GatewayHooks hooks() {
        return hooks;
    }

    public BodyMemory bodies() {
        return bodies;
    }

    /** Connections open on all event loops. */
    public AtomicInteger connections() {
        return connections;
    }

    public KeptRequests kept() {
        return kept;
    }

    PromptPatterns prompts() {
        return prompts;
    }

    public RetryPolicy policyOf(String project) {
        return hooks.policies().apply(project).orElseGet(() -> options.policyOf(project));
    }

    public Sessions sessions() {
        return sessions;
    }

    public UpstreamScopes scopes() {
        return scopes;
    }

    public Routes routes() {
        return routes;
    }

    public ClientRetries memory() {
        return memory;
    }

    public RunawayDetector runaways() {
        return runaways;
    }

    public SpendingLimits budgets() {
        return budgets;
    }

    public Metrics metrics() {
        return metrics;
    }

    public Logger log() {
        return log;
    }

    String nextRequestId() {
        return idPrefix + ids.incrementAndGet();
    }

    /** All event loops listen on the port that the first was given. */
    public int chosenPort() {
        return port;
    }

    public void listensOn(int actualPort) {
        port = actualPort;
    }

    /** From now on this gateway hears what others learn. */
    public void join() {
        fleet.start(metrics);
    }

    public Readiness readiness() {
        return readiness;
    }

    /** After the last request: what is still to be told is told. */
    public void stop() {
        fleet.close();
        spans.ifPresent(Spans::close);
    }
}
