package dev.mulligan.gateway.telemetry;

import dev.mulligan.escalate.Models;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.gateway.options.Gauge;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Folds facts into numbers for Prometheus. */
public final class Metrics implements GatewayListener {

    /** Few, since there is a row of them for each model: answers in a moment, usual answers, answers after waits. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5)
    };

    /** Beside those of the price table. A client may invent names; it shall not fill our memory with them. */
    private static final int MOST_UNKNOWN_MODELS = 200;

    private static final String OTHER = "other";
    private static final Tags ROLE = Tags.of("role", "gateway");

    private record Key(String provider, String model, String outcome) {}

    private record Series(
            Timer duration,
            Timer firstByte,
            Counter upstreamCalls,
            Counter clientRetries,
            Counter input,
            Counter output,
            Counter cost) {}

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger active = new AtomicInteger();
    private final Map<Key, Series> series = new ConcurrentHashMap<>();
    private final Models models;
    private final Set<String> unknownModels = ConcurrentHashMap.newKeySet();
    private final Counter runaways = registry.counter("mulligan.gateway.runaways", ROLE);
    private final Counter recovered = registry.counter("mulligan.gateway.recovered", ROLE);

    public Metrics(List<Gauge> more, Models models) {
        this.models = models;
        registry.gauge("mulligan.gateway.active", ROLE, active);
        more.forEach(this::show);
    }

    public void show(Gauge gauge) {
        io.micrometer.core.instrument.Gauge.builder(
                        gauge.name(), gauge, its -> its.value().getAsDouble())
                .description(gauge.help())
                .tag("role", gauge.role())
                .strongReference(true)
                .register(registry);
    }

    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void on(GatewayFact fact) {
        switch (fact) {
            case GatewayFact.RequestStarted _ -> active.incrementAndGet();
            case GatewayFact.RequestFinished end -> finished(end);
            case GatewayFact.RunawayStopped _ -> runaways.increment();
            case GatewayFact.Recovering recovering -> {
                if (recovering.said() instanceof FallbackUsed used) {
                    fellBack(used);
                }
            }
            case GatewayFact.SessionEscalated _, GatewayFact.BudgetExceeded _, GatewayFact.RateWindowTold _ -> {}
        }
    }

    private void fellBack(FallbackUsed used) {
        registry.counter(
                        "mulligan.gateway.fallbacks",
                        ROLE.and(
                                "from",
                                used.fromUpstream().orElse(label(used.fromModel())),
                                "to",
                                used.toUpstream().orElse(label(used.toModel())),
                                "why",
                                used.why().orElse("model")))
                .increment();
    }

    private void finished(GatewayFact.RequestFinished end) {
        active.decrementAndGet();
        String outcome = end.failure().map(f -> f.type().wireName()).orElse("ok");
        Series its = series.computeIfAbsent(new Key(end.provider(), label(end.model()), outcome), this::make);
        its.duration().record(end.duration());
        end.firstByte().ifPresent(its.firstByte()::record);
        its.upstreamCalls().increment(end.upstreamCalls());
        its.clientRetries().increment(end.clientRetries() > 0 ? 1 : 0);
        its.input().increment((double) end.usage().prompt());
        its.output().increment((double) end.usage().output());
        its.cost().increment(end.cost().inDollars());
        if (end.succeeded() && end.upstreamCalls() > 1) {
            recovered.increment();
        }
    }

    private String label(String model) {
        if (models.find(model).isPresent() || unknownModels.contains(model)) {
            return model;
        }
        return unknownModels.size() < MOST_UNKNOWN_MODELS && unknownModels.add(model) ? model : OTHER;
    }

    private Series make(Key key) {
        Tags tags = ROLE.and("provider", key.provider(), "model", key.model(), "outcome", key.outcome());
        return new Series(
                Timer.builder("mulligan.gateway.request")
                        .description("From the arrival of a request to its end, waits included")
                        .tags(tags)
                        .serviceLevelObjectives(BUCKETS)
                        .register(registry),
                registry.timer("mulligan.gateway.first.byte", tags),
                registry.counter("mulligan.gateway.upstream.calls", tags),
                registry.counter("mulligan.gateway.client.retries", tags),
                registry.counter("mulligan.gateway.tokens.input", tags),
                registry.counter("mulligan.gateway.tokens.output", tags),
                registry.counter("mulligan.gateway.cost.dollars", tags));
    }
}
