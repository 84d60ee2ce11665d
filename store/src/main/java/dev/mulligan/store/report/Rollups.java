package dev.mulligan.store.report;

import dev.mulligan.escalate.Usage;
import dev.mulligan.event.AttemptEvent.AttemptFinished;
import dev.mulligan.event.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.learn.TextPattern;
import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.Upserts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The sums that answers are made of, by hour and by day. */
public final class Rollups {

    public static final String PROVIDER = "provider";
    public static final String ATTEMPT = "attempt";
    public static final String MESSAGE = "message";
    public static final String PATTERN = "pattern";

    private final RequestSums requests = new RequestSums();
    private final TextSums texts = new TextSums();
    private final Upserts counts =
            new Upserts("rollup_count", List.of("grain", "scope", "bucket", "name"), List.of("n", "total"));

    public void request(long at, ProviderRequestFinished done) {
        Optional<FailureType> type = done.success()
                ? Optional.empty()
                : Optional.of(done.failureType().orElse(FailureType.UNKNOWN));
        long[] sums = sums(
                done.success(),
                done.retries(),
                done.clientRetries(),
                done.durationMs(),
                done.costMicros(),
                done.success() ? done.wastedMicros() : done.costMicros(),
                done.usage());
        String errorType = done.success()
                ? ""
                : done.errorType()
                        .or(() -> type.map(t -> t.usualErrorType().wireName()))
                        .orElse("unknown");
        add(at, done.project(), PROVIDER, done.model(), done.stage().orElse(""), type, errorType, sums);
        texts(at, done.project(), done.success(), done.error(), done.promptPattern());
        if (!done.success()) {
            count(at, done.project(), Count.REQUESTS_LOST, 0);
        } else if (done.retries() > 0) {
            count(
                    at,
                    done.project(),
                    Count.REQUESTS_RECOVERED,
                    done.recoveryMs().orElse(done.durationMs()));
        }
    }

    public void attempt(long at, AttemptFinished done) {
        Optional<Failure> failure = done.success() ? Optional.empty() : done.failure();
        Optional<FailureType> type = done.success()
                ? Optional.empty()
                : Optional.of(failure.map(Failure::type).orElse(FailureType.UNKNOWN));
        String errorType =
                done.success() ? "" : failure.map(f -> f.errorType().wireName()).orElse("unknown");
        long[] sums = sums(
                done.success(),
                done.attempt() > 1 ? 1 : 0,
                0,
                done.durationMs(),
                done.costMicros(),
                done.success() ? 0 : done.costMicros(),
                done.usage());
        add(at, done.project(), ATTEMPT, done.model().orElse(""), done.stage(), type, errorType, sums);
        texts(at, done.project(), done.success(), failure.map(Failure::message), done.promptPattern());
    }

    private static long[] sums(
            boolean success, int retries, int clientRetries, long durationMs, long cost, long wasted, Usage usage) {
        return new long[] {
            1,
            success ? 0 : 1,
            retries > 0 ? 1 : 0,
            retries,
            clientRetries,
            durationMs,
            cost,
            wasted,
            usage.input(),
            usage.output(),
            usage.cacheRead(),
            usage.cacheWrite()
        };
    }

    private void add(
            long at,
            String project,
            String layer,
            String model,
            String stage,
            Optional<FailureType> type,
            String errorType,
            long[] sums) {
        requests.add(
                new RequestSums.Combination(
                        Buckets.start(Buckets.HOURS, at),
                        Sql.text(project),
                        layer,
                        Sql.text(model),
                        Sql.text(stage),
                        type.map(FailureType::wireName).orElse(""),
                        Sql.text(errorType)),
                sums);
    }

    private void texts(long at, String project, boolean success, Optional<String> error, Optional<String> pattern) {
        if (!success) {
            texts.add(at, MESSAGE, project, TextPattern.ofMessage(error.orElse("(no message)")), false);
        }
        pattern.ifPresent(found -> texts.add(at, PATTERN, project, found, success));
    }

    public void count(long at, String project, Count what, long total) {
        count(at, project, what, 1, total);
    }

    public void count(long at, String project, Count what, long n, long total) {
        for (int grain = Buckets.HOURS; grain <= Buckets.DAYS; grain++) {
            long bucket = Buckets.start(grain, at);
            counts.add(new RowKey(grain, Scope.ALL, bucket, what.name()), new long[] {n, total});
            counts.add(new RowKey(grain, Scope.project(Sql.text(project)), bucket, what.name()), new long[] {n, total});
        }
    }

    public void flush(Connection connection) throws SQLException {
        requests.flush(connection);
        texts.flush(connection);
        counts.flush(connection);
    }
}
