package dev.mulligan.store.report;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.learn.TextPattern;
import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.Upserts;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The sums that answers are made of, by hour and by day, and one row for everything that failed at least once. */
public final class Rollups {

    static final String PROVIDER = "provider";
    static final String ATTEMPT = "attempt";
    static final String MESSAGE = "message";
    static final String PATTERN = "pattern";

    private static final Upserts.Target COUNTS =
            new Upserts.Target("rollup_count", List.of("grain", "scope", "bucket", "name"), List.of("n", "total"));

    private final RequestSums requests = new RequestSums();
    private final TextSums texts = new TextSums();
    private final TroubledRows troubled = new TroubledRows();
    private final Upserts counts = new Upserts(COUNTS);

    /** How an operation of a step ended; {@code firstFailure} in epoch milliseconds. */
    public record EndedOperation(
            String operationId,
            RecoveryOutcome outcome,
            long firstFailure,
            String project,
            String model,
            String stage,
            FailureType type,
            String errorType,
            String message,
            long failedAttempts,
            long wastedMicros) {}

    /** A request counts under the type of its last failure, also when a later attempt worked. */
    public void request(Recorded recorded, ProviderRequestFinished done) {
        long at = recorded.at().toEpochMilli();
        Optional<RecoveryOutcome> outcome = outcome(done);
        Optional<FailureType> type = outcome.map(ended -> done.failureType().orElse(FailureType.UNKNOWN));
        String errorType = type.map(
                        known -> done.errorType().orElse(known.usualErrorType().wireName()))
                .orElse("");
        long failed = (long) done.retries() + (done.success() ? 0 : 1);
        long recoveryMs = outcome.filter(RecoveryOutcome.RECOVERED::equals)
                .map(ended -> done.recoveryMs().orElse(done.durationMs()))
                .orElse(0L);
        long wasted = done.success() ? done.wastedMicros() : done.costMicros();
        boolean recovered = outcome.filter(RecoveryOutcome.RECOVERED::equals).isPresent();
        TallyBuilder sums = new TallyBuilder()
                .one(done.success(), done.durationMs())
                .failedAttempts(failed)
                .retries(done.retries(), done.clientRetries())
                .spent(done.usage(), done.costMicros(), wasted)
                .rescued(recovered ? done.costMicros() - wasted : 0);
        outcome.ifPresent(ended -> sums.ended(ended, recoveryMs));
        RequestSums.Combination about = combination(
                at,
                done.project(),
                PROVIDER,
                done.model(),
                done.stage().orElse(""),
                type,
                errorType,
                recovered ? WaitScale.mark(recoveryMs) : 0);
        requests.add(about, sums.tally().sums());
        if (outcome.isPresent()) {
            String message = TextPattern.ofMessage(done.error().orElse("(no message)"));
            texts.add(MESSAGE, about, message, done.success());
            troubled.add(TroubledRow.at(
                    recorded,
                    outcome.get(),
                    new TroubledRow.Subject(
                            PROVIDER,
                            done.provider(),
                            done.project(),
                            done.model(),
                            done.stage().orElse(""),
                            done.session().orElse(""),
                            done.requestId()),
                    new TroubledRow.LastFailure(about.type(), done.status(), message),
                    new TroubledRow.Price(failed, recoveryMs, done.costMicros(), wasted)));
        }
        done.promptPattern().ifPresent(found -> texts.add(PATTERN, about, found, done.success()));
    }

    private static Optional<RecoveryOutcome> outcome(ProviderRequestFinished done) {
        if (!done.success()) {
            return Optional.of(RecoveryOutcome.ofFailed(done));
        }
        return done.retries() > 0 ? Optional.of(RecoveryOutcome.RECOVERED) : Optional.empty();
    }

    public void attempt(Recorded recorded, AttemptFinished done) {
        long at = recorded.at().toEpochMilli();
        Optional<Failure> failure = done.success() ? Optional.empty() : done.failure();
        Optional<FailureType> type = done.success()
                ? Optional.empty()
                : Optional.of(failure.map(Failure::type).orElse(FailureType.UNKNOWN));
        String errorType =
                done.success() ? "" : failure.map(f -> f.errorType().wireName()).orElse("unknown");
        ReportTally tally = new TallyBuilder()
                .one(done.success(), done.durationMs())
                .failedAttempts(done.success() ? 0 : 1)
                .retries(done.attempt() > 1 ? 1 : 0, 0)
                .spent(done.usage(), done.costMicros(), done.success() ? 0 : done.costMicros())
                .tally();
        RequestSums.Combination about =
                combination(at, done.project(), ATTEMPT, done.model().orElse(""), done.stage(), type, errorType, 0);
        requests.add(about, tally.sums());
        if (!done.success()) {
            String message = TextPattern.ofMessage(failure.map(Failure::message).orElse("(no message)"));
            texts.add(MESSAGE, about, message, false);
            troubled.attempt(recorded, done, about, message);
        }
        done.promptPattern().ifPresent(found -> texts.add(PATTERN, about, found, done.success()));
    }

    /** An operation counts when it ends, under the type of its last failure; its attempts were counted before. */
    public void operation(Recorded recorded, EndedOperation ended) {
        long at = recorded.at().toEpochMilli();
        boolean recovered = ended.outcome == RecoveryOutcome.RECOVERED;
        long recoveryMs = recovered ? Math.max(0, at - ended.firstFailure) : 0;
        ReportTally tally = new TallyBuilder().ended(ended.outcome, recoveryMs).tally();
        requests.add(
                combination(
                        at,
                        ended.project,
                        ATTEMPT,
                        ended.model,
                        ended.stage,
                        Optional.of(ended.type),
                        ended.errorType,
                        recovered ? WaitScale.mark(recoveryMs) : 0),
                tally.sums());
        troubled.add(TroubledRow.at(
                recorded,
                ended.outcome,
                new TroubledRow.Subject(ATTEMPT, "", ended.project, ended.model, ended.stage, "", ended.operationId),
                new TroubledRow.LastFailure(ended.type.wireName(), 0, TextPattern.ofMessage(ended.message)),
                new TroubledRow.Price(ended.failedAttempts, recoveryMs, ended.wastedMicros, ended.wastedMicros)));
    }

    private static RequestSums.Combination combination(
            long at,
            String project,
            String layer,
            String model,
            String stage,
            Optional<FailureType> type,
            String errorType,
            long wait) {
        return new RequestSums.Combination(
                Buckets.start(Buckets.HOURS, at),
                Sql.text(project),
                layer,
                Sql.text(model),
                Sql.text(stage),
                type.map(FailureType::wireName).orElse(""),
                Sql.text(errorType),
                wait);
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
        troubled.flush(connection);
        counts.flush(connection);
    }
}
