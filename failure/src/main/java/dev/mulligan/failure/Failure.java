package dev.mulligan.failure;

import java.time.Duration;
import java.util.Optional;

/**
 * One classified failure.
 *
 * @param type the cause
 * @param errorType the nearest of the eight public names
 * @param message one line for a person
 * @param advice what to do about it
 * @param rule the rule that decided, for {@code mulligan classify}
 * @param signature stable identity across runs; empty when there is no more than the type and message to go by
 * @param cause the exception, when there was one
 */
public record Failure(
        FailureType type,
        ErrorType errorType,
        String message,
        Advice advice,
        String rule,
        String signature,
        Optional<Throwable> cause) {

    /**
     * What to do about a failure.
     *
     * @param retryable whether the same call, unchanged, can be expected to work within minutes
     * @param retryAfter the delay the far side stated, if any
     * @param bestAction the first thing to do
     */
    public record Advice(boolean retryable, Optional<Duration> retryAfter, Action bestAction) {}

    /** A failure with the usual error type and no stated delay, signature or exception. */
    public static Failure of(FailureType type, boolean retryable, String message, Action bestAction, String rule) {
        Advice advice = new Advice(retryable, Optional.empty(), bestAction);
        return new Failure(type, type.usualErrorType(), message, advice, rule, "", Optional.empty());
    }

    /** Whether the same call, unchanged, can be expected to work within minutes. */
    public boolean retryable() {
        return advice.retryable;
    }

    /** The delay the far side stated, if any. */
    public Optional<Duration> retryAfter() {
        return advice.retryAfter;
    }

    /** The first thing to do. */
    public Action bestAction() {
        return advice.bestAction;
    }

    /** The same failure in other words, for example without a secret that stood in them. */
    public Failure withMessage(String newMessage) {
        return new Failure(type, errorType, newMessage, advice, rule, signature, cause);
    }

    /** The same failure without its exception. */
    public Failure withoutCause() {
        return new Failure(type, errorType, message, advice, rule, signature, Optional.empty());
    }

    /** With the delay that the far side stated. */
    public Failure withRetryAfter(Duration delay) {
        Advice delayed = new Advice(advice.retryable, Optional.of(delay), advice.bestAction);
        return new Failure(type, errorType, message, delayed, rule, signature, cause);
    }

    /** With an identity that is stable across runs. */
    public Failure withSignature(String newSignature) {
        return new Failure(type, errorType, message, advice, rule, newSignature, cause);
    }

    /** With the exception that it was read from. */
    public Failure withCause(Throwable thrown) {
        return new Failure(type, errorType, message, advice, rule, signature, Optional.of(thrown));
    }
}
