package dev.mulligan;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import java.time.Duration;

/** Failures as the tests need them. */
public final class Failures {

    private Failures() {}

    public static Failure overloaded() {
        return Failure.of(FailureType.OVERLOADED, true, "Overloaded", Action.RETRY, "test");
    }

    public static Failure rateLimit(Duration retryAfter) {
        boolean soon = retryAfter.compareTo(Duration.ofMinutes(10)) <= 0;
        return Failure.of(FailureType.RATE_LIMIT, soon, "slow down", Action.RETRY_AFTER_DELAY, "test")
                .withRetryAfter(retryAfter);
    }

    public static Failure auth() {
        return Failure.of(FailureType.AUTH_ERROR, false, "bad key", Action.FIX_CONFIG, "test");
    }

    public static Failure contextLimit() {
        return Failure.of(FailureType.CONTEXT_LIMIT, false, "prompt is too long", Action.SHRINK_CONTEXT, "test");
    }

    public static Failure testFailed(String message) {
        return Failure.of(FailureType.TOOL_FAILURE, false, message, Action.REPHRASE, "test");
    }

    public static Failure of(FailureType type, boolean retryable) {
        return Failure.of(type, retryable, type.wireName(), retryable ? Action.RETRY : Action.STOP, "test");
    }
}
