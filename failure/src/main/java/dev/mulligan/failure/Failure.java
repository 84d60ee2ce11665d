package dev.mulligan.failure;

import java.time.Duration;
import java.util.Optional;

/**
 * One classified failure.
 *
 * @param type the cause
 * @param errorType the nearest of the eight public names
 * @param retryable whether the same call, unchanged, can be expected to work within minutes
 * @param message one line for a person
 * @param retryAfter the delay the far side stated, if any
 * @param bestAction the first thing to do
 * @param rule the rule that decided, for {@code mulligan classify}
 * @param signature stable identity across runs; empty when there is no more than the type and message to go by
 * @param cause the exception, when there was one
 */
public record Failure(
        FailureType type,
        ErrorType errorType,
        boolean retryable,
        String message,
        Optional<Duration> retryAfter,
        Action bestAction,
        String rule,
        String signature,
        Optional<Throwable> cause) {

    /** A failure with the usual error type and no stated delay, signature or exception. */
    public static Failure of(FailureType type, boolean retryable, String message, Action bestAction, String rule) {
        return new Failure(
                type,
                type.usualErrorType(),
                retryable,
                message,
                Optional.empty(),
                bestAction,
                rule,
                "",
                Optional.empty());
    }

    /** The same failure in other words, for example without a secret that stood in them. */
    public Failure withMessage(String newMessage) {
        return new Failure(type, errorType, retryable, newMessage, retryAfter, bestAction, rule, signature, cause);
    }

    /** The same failure without its exception. */
    public Failure withoutCause() {
        return new Failure(
                type, errorType, retryable, message, retryAfter, bestAction, rule, signature, Optional.empty());
    }

    /** With the delay that the far side stated. */
    public Failure withRetryAfter(Duration delay) {
        return new Failure(type, errorType, retryable, message, Optional.of(delay), bestAction, rule, signature, cause);
    }

    /** With an identity that is stable across runs. */
    public Failure withSignature(String newSignature) {
        return new Failure(type, errorType, retryable, message, retryAfter, bestAction, rule, newSignature, cause);
    }

    /** With the exception that it was read from. */
    public Failure withCause(Throwable thrown) {
        return new Failure(
                type, errorType, retryable, message, retryAfter, bestAction, rule, signature, Optional.of(thrown));
    }
}
