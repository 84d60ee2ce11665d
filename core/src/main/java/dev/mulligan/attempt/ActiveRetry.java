package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import java.time.Instant;
import java.util.Optional;

/**
 * An operation that has failed at least once and has not ended: what a screen shows while it waits.
 *
 * @param attempt the attempt that runs, or the one waited for
 * @param nextRetryAt when the wait ends; empty while an attempt runs
 */
public record ActiveRetry(
        String operationId,
        String operation,
        int attempt,
        int maxAttempts,
        Failure lastFailure,
        Optional<Instant> nextRetryAt,
        Controls controls) {

    /** What a person can do about it. */
    public interface Controls {
        /** Ends the wait and gives up. */
        void cancel();

        /** Ends the wait and tries at once. */
        void retryNow();
    }
}
