package dev.mulligan.store.event;

import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * An operation between its first failure and its end.
 *
 * @param firstFailure in epoch milliseconds
 */
record OpenOperation(
        String runId, String operationId, long firstFailure, Work work, LastFailure last, Failed failed, Next next) {

    /** What it works on. */
    record Work(String project, String model, String stage) {}

    /** How the newest attempt failed. */
    record LastFailure(String type, String errorType, String message) {

        static LastFailure of(Optional<Failure> failure) {
            return failure.map(one -> new LastFailure(
                            one.type().wireName(), one.errorType().wireName(), one.message()))
                    .orElse(new LastFailure(
                            FailureType.UNKNOWN.wireName(),
                            FailureType.UNKNOWN.usualErrorType().wireName(),
                            "(no message)"));
        }
    }

    /** Failed attempts of a step and their cost; 0 for requests of the gateway, which are counted when they end. */
    record Failed(long attempts, long wastedMicros) {}

    /** The next attempt; {@code at} is when it is due, 0 while one runs. */
    record Next(long attempt, long maxAttempts, long at) {}

    private static final String SELECT = "select at, project, model, stage, failure_type, error_type, message, failed,"
            + " wasted_micros, attempt, max_attempts, next_at from first_failure where run_id = ? and operation_id = ?";
    private static final String SAVE = """
            insert into first_failure (run_id, operation_id, at, project, model, stage, failure_type, error_type, message,
              failed, wasted_micros, attempt, max_attempts, next_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (run_id, operation_id) do update set at = excluded.at, project = excluded.project,
              model = excluded.model, stage = excluded.stage, failure_type = excluded.failure_type,
              error_type = excluded.error_type, message = excluded.message, failed = excluded.failed,
              wasted_micros = excluded.wasted_micros, attempt = excluded.attempt,
              max_attempts = excluded.max_attempts, next_at = excluded.next_at""";

    static OpenOperation begun(String runId, String operationId, long at) {
        return new OpenOperation(
                runId,
                operationId,
                at,
                new Work("", "", ""),
                new LastFailure("", "", ""),
                new Failed(0, 0),
                new Next(0, 0, 0));
    }

    static Optional<OpenOperation> load(Connection connection, String runId, String operationId) throws SQLException {
        return Sql.one(
                connection, SELECT, row -> read(row, runId, operationId), Sql.text(runId), Sql.text(operationId));
    }

    private static OpenOperation read(ResultSet row, String runId, String operationId) throws SQLException {
        return new OpenOperation(
                runId,
                operationId,
                row.getLong(1),
                new Work(row.getString(2), row.getString(3), row.getString(4)),
                new LastFailure(row.getString(5), row.getString(6), row.getString(7)),
                new Failed(row.getLong(8), row.getLong(9)),
                new Next(row.getLong(10), row.getLong(11), row.getLong(12)));
    }

    static void save(Connection connection, List<OpenOperation> operations) throws SQLException {
        Sql.batch(
                connection, SAVE, operations.stream().map(OpenOperation::values).toList());
    }

    private Object[] values() {
        return new Object[] {
            Sql.text(runId),
            Sql.text(operationId),
            firstFailure,
            Sql.text(work.project),
            Sql.text(work.model),
            Sql.text(work.stage),
            last.type,
            Sql.text(last.errorType),
            Sql.text(last.message),
            failed.attempts,
            failed.wastedMicros,
            next.attempt,
            next.maxAttempts,
            next.at
        };
    }

    OpenOperation failed(AttemptFinished done) {
        return new OpenOperation(
                runId,
                operationId,
                firstFailure,
                new Work(done.project(), done.model().orElse(""), done.stage()),
                LastFailure.of(done.failure()),
                new Failed(failed.attempts + 1, failed.wastedMicros + done.costMicros()),
                new Next(next.attempt, next.maxAttempts, 0));
    }

    OpenOperation waiting(RetryScheduled scheduled) {
        LastFailure why = failed.attempts > 0 ? last : LastFailure.of(Optional.of(scheduled.error()));
        Next due = new Next(
                scheduled.attempt(),
                scheduled.maxAttempts(),
                scheduled.nextRetryAt().toEpochMilli());
        return new OpenOperation(runId, operationId, firstFailure, work, why, failed, due);
    }

    OpenOperation running() {
        Next started = new Next(next.attempt, next.maxAttempts, 0);
        return new OpenOperation(runId, operationId, firstFailure, work, last, failed, started);
    }
}
