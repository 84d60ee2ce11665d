package dev.mulligan.store.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which part of history is asked about. Times are widened to whole hours, the finest that sums are kept in; empty
 * filters mean everything.
 *
 * @param layer {@code provider} (requests through the gateway) or {@code attempt} (attempts of steps and commands)
 */
public record AnalyticsQuery(
        Instant from,
        Instant to,
        Optional<String> project,
        Optional<String> model,
        Optional<String> stage,
        Optional<String> layer,
        Optional<String> failureType) {

    /** What {@code layer} can be. */
    public static final List<String> LAYERS = List.of("provider", "attempt");

    private static final Duration MOST_HOURLY = Duration.ofDays(3);

    /** Widened to whole hours. */
    public AnalyticsQuery {
        from = Instant.ofEpochMilli(Buckets.start(Buckets.HOURS, from.toEpochMilli()));
        to = Instant.ofEpochMilli(Buckets.start(Buckets.HOURS, to.toEpochMilli() + Buckets.HOUR - 1));
    }

    /** Whether the series goes by the hour: three days at most are shown so. */
    public boolean hourly() {
        return Duration.between(from, to).compareTo(MOST_HOURLY) <= 0;
    }

    public static AnalyticsQuery between(Instant from, Instant to) {
        return new AnalyticsQuery(
                from, to, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public AnalyticsQuery ofProject(String wanted) {
        return new AnalyticsQuery(from, to, Optional.of(wanted), model, stage, layer, failureType);
    }

    public AnalyticsQuery ofModel(String wanted) {
        return new AnalyticsQuery(from, to, project, Optional.of(wanted), stage, layer, failureType);
    }

    public AnalyticsQuery ofStage(String wanted) {
        return new AnalyticsQuery(from, to, project, model, Optional.of(wanted), layer, failureType);
    }

    public AnalyticsQuery ofLayer(String wanted) {
        return new AnalyticsQuery(from, to, project, model, stage, Optional.of(wanted), failureType);
    }

    public AnalyticsQuery ofFailureType(String wanted) {
        return new AnalyticsQuery(from, to, project, model, stage, layer, Optional.of(wanted));
    }
}
