package dev.mulligan.store.event;

import java.time.Instant;

/** An operation of a run that failed and waits for its next attempt. */
public record WaitingRetry(
        String runId,
        String operationId,
        String project,
        String model,
        String stage,
        String failureType,
        String message,
        int attempt,
        int maxAttempts,
        Instant since,
        Instant nextAt) {}
