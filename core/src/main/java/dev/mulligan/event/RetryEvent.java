package dev.mulligan.event;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.failure.Failure;
import java.time.Instant;
import java.util.Optional;

/**
 * What happens to one operation between its first failure and its end. Every operation ends in exactly one
 * {@link RetrySucceeded} or {@link RetryExhausted}.
 */
public sealed interface RetryEvent extends Event {

    /** Which operation: its name and a number that is unique within the executor. */
    String operationId();

    /** Another attempt will be made: number {@code attempt} of {@code maxAttempts}, at {@code nextRetryAt}. */
    record RetryScheduled(
            String operationId,
            int attempt,
            int maxAttempts,
            long delayMs,
            Instant nextRetryAt,
            Remedy remedy,
            Failure error)
            implements RetryEvent {}

    /** A guard holds an attempt back until the time named, because another caller was told to wait. */
    record AttemptDelayed(String operationId, int attempt, String guard, long delayMs, String why)
            implements RetryEvent {}

    /** A guard said no to an attempt the policy wanted. */
    record AttemptRefused(String operationId, int attempt, String guard, GiveUpReason reason, String why)
            implements RetryEvent {}

    /**
     * A stronger model from here on.
     *
     * @param costBeforeMicros what the next call would have cost on the model before, as estimated
     * @param costEstimateMicros what it was estimated to cost on the new one
     */
    record ModelEscalated(
            String operationId,
            String fromModel,
            String toModel,
            EscalationReason reason,
            Optional<Long> costBeforeMicros,
            Optional<Long> costEstimateMicros)
            implements RetryEvent {

        /** With nothing known of the costs. */
        public ModelEscalated(String operationId, String fromModel, String toModel, EscalationReason reason) {
            this(operationId, fromModel, toModel, reason, Optional.empty(), Optional.empty());
        }
    }

    /**
     * Another model or another upstream because this one cannot serve: never silent, never called an escalation.
     *
     * @param fromUpstream empty when only the model changes
     * @param why the type of the failure that made it necessary
     */
    record FallbackUsed(
            String operationId,
            String fromModel,
            String toModel,
            Optional<String> fromUpstream,
            Optional<String> toUpstream,
            Optional<String> why)
            implements RetryEvent {

        /** To another model of the same upstream. */
        public FallbackUsed(String operationId, String fromModel, String toModel) {
            this(operationId, fromModel, toModel, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    record RetrySucceeded(String operationId, int attempts) implements RetryEvent {}

    /** The end without a result, for the reason named; exhausted attempts are only one of them. */
    record RetryExhausted(
            String operationId,
            int attempts,
            GiveUpReason reason,
            String why,
            Failure error,
            Optional<Instant> resumeAt)
            implements RetryEvent {}
}
