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
 * @param failed failed attempts of a step; 0 for requests of the gateway, which are counted when they end
 * @param nextAt when the next attempt is due; 0 while one runs
 */
record OpenOperation(
        String runId,
        String operationId,
        long firstFailure,
        String project,
        String model,
        String stage,
        String failureType,
        String errorType,
        String message,
        long failed,
        long wastedMicros,
        long attempt,
        long maxAttempts,
        long nextAt) {

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
        return new OpenOperation(runId, operationId, at, "", "", "", "", "", "", 0, 0, 0, 0, 0);
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
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10),
                row.getLong(11),
                row.getLong(12));
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
            Sql.text(project),
            Sql.text(model),
            Sql.text(stage),
            failureType,
            Sql.text(errorType),
            Sql.text(message),
            failed,
            wastedMicros,
            attempt,
            maxAttempts,
            nextAt
        };
    }

    OpenOperation failed(AttemptFinished done) {
        FailureType type = done.failure().map(Failure::type).orElse(FailureType.UNKNOWN);
        return new OpenOperation(
                runId,
                operationId,
                firstFailure,
                done.project(),
                done.model().orElse(""),
                done.stage(),
                type.wireName(),
                done.failure().map(f -> f.errorType().wireName()).orElse("unknown"),
                done.failure().map(Failure::message).orElse("(no message)"),
                failed + 1,
                wastedMicros + done.costMicros(),
                attempt,
                maxAttempts,
                0);
    }

    OpenOperation waiting(RetryScheduled scheduled) {
        return new OpenOperation(
                runId,
                operationId,
                firstFailure,
                project,
                model,
                stage,
                failed > 0 ? failureType : scheduled.error().type().wireName(),
                failed > 0 ? errorType : scheduled.error().errorType().wireName(),
                failed > 0 ? message : scheduled.error().message(),
                failed,
                wastedMicros,
                scheduled.attempt(),
                scheduled.maxAttempts(),
                scheduled.nextRetryAt().toEpochMilli());
    }

    OpenOperation running() {
        return new OpenOperation(
                runId,
                operationId,
                firstFailure,
                project,
                model,
                stage,
                failureType,
                errorType,
                message,
                failed,
                wastedMicros,
                attempt,
                maxAttempts,
                0);
    }
}
