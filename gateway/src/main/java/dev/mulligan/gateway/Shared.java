package dev.mulligan.gateway;

import dev.mulligan.policy.RetryPolicy;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all event loops have in common. */
final class Shared {

    private static final Logger log = LoggerFactory.getLogger(Gateway.class);

    private final GatewayOptions options;
    private final Fleet fleet;
    private final Sessions sessions;
    private final Lanes lanes;
    private final RequestMemory memory;
    private final Repetitions repetitions;
    private final SpendingLimits budgets;
    private final GatewayHooks hooks;
    private final KeptRequests kept = new KeptRequests();
    private final Metrics metrics;
    private final Optional<Spans> spans;
    private final Readiness readiness;
    private final BodyMemory bodies;
    private final AtomicInteger connections = new AtomicInteger();
    private final String idPrefix;
    private final AtomicLong ids = new AtomicLong();
    private volatile int port;

    Shared(GatewayOptions given, GatewayHooks hooks) {
        this.hooks = hooks;
        this.metrics = new Metrics(given.gauges(), given.models());
        this.spans = given.traces().map(Spans::new);
        GatewayListener heard = metrics.and(given.listener());
        this.options = given.listener(spans.map(heard::and).orElse(heard));
        this.readiness = new Readiness(options.time(), options.patience().notice());
        this.bodies = new BodyMemory(options.limits().allBodies());
        this.fleet = new Fleet(options);
        this.sessions = new Sessions(options, fleet);
        this.lanes = new Lanes(options, fleet);
        this.memory = new RequestMemory(options.time(), fleet, lanes);
        this.repetitions = new Repetitions(options, fleet);
        this.budgets = new SpendingLimits(options, sessions);
        this.idPrefix =
                "req-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";
    }

    GatewayOptions options() {
        return options;
    }

    GatewayHooks hooks() {
        return hooks;
    }

    BodyMemory bodies() {
        return bodies;
    }

    /** Connections open on all event loops. */
    AtomicInteger connections() {
        return connections;
    }

    KeptRequests kept() {
        return kept;
    }

    RetryPolicy policyOf(String project) {
        return hooks.policies().apply(project).orElseGet(() -> options.policyOf(project));
    }

    Sessions sessions() {
        return sessions;
    }

    Lanes lanes() {
        return lanes;
    }

    RequestMemory memory() {
        return memory;
    }

    Repetitions repetitions() {
        return repetitions;
    }

    SpendingLimits budgets() {
        return budgets;
    }

    Metrics metrics() {
        return metrics;
    }

    Logger log() {
        return log;
    }

    String nextRequestId() {
        return idPrefix + ids.incrementAndGet();
    }

    /** All event loops listen on the port that the first was given. */
    int chosenPort() {
        return port;
    }

    void listensOn(int actualPort) {
        port = actualPort;
    }

    /** From now on this gateway hears what others learn. */
    void join() {
        fleet.start(metrics);
    }

    Readiness readiness() {
        return readiness;
    }

    /** After the last request: what is still to be told is told. */
    void stop() {
        fleet.close();
        spans.ifPresent(Spans::close);
    }
}
