package dev.mulligan.store.report;

import java.time.Instant;

/**
 * A request or an operation of a step that failed at least once, at its end.
 *
 * @param operationId the request's id, or the operation of the step ({@code step/…})
 * @param failureType of its last failure
 */
public record TroubledRow(
        String runId,
        long seq,
        Instant at,
        String layer,
        RecoveryOutcome outcome,
        String provider,
        String project,
        String model,
        String stage,
        String session,
        String operationId,
        String failureType,
        int status,
        long failedAttempts,
        long recoveryMs,
        long costMicros,
        long wastedMicros,
        String message) {}
