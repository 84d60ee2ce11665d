package dev.mulligan.decide;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decision.GiveUp;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What follows a failed attempt, with the events that tell of it. {@link #after} is the one place where this is decided,
 * and it is pure: the in-process loop, the gateway and the durable steps of a run all call it, and only wait, call and
 * record by themselves.
 */
public sealed interface NextStep {

    /** The events that belong to this step, in their order. */
    List<RetryEvent> events(String operationId);

    /**
     * Another attempt.
     *
     * @param number of the attempt, counted from one
     * @param of how many attempts the policy allows
     * @param at when it is due
     * @param model it runs on, where the operation uses one
     * @param change of the model, if it changes
     * @param failure that made it necessary
     */
    record TryAgain(
            int number,
            int of,
            Duration delay,
            Instant at,
            Remedy remedy,
            Optional<String> model,
            Optional<ModelChange> change,
            Failure failure)
            implements NextStep {

        @Override
        public List<RetryEvent> events(String operationId) {
            RetryScheduled scheduled = scheduled(operationId);
            return change.<List<RetryEvent>>map(other -> List.of(scheduled, other.event(operationId)))
                    .orElseGet(() -> List.of(scheduled));
        }

        /** The event that announces it. */
        public RetryScheduled scheduled(String operationId) {
            return new RetryScheduled(operationId, number, of, delay.toMillis(), at, remedy, failure);
        }
    }

    /**
     * Another model from the next attempt on.
     *
     * @param reason for a stronger one; empty when this is a fallback to one that can serve
     * @param costs of the next call before and after, where prices are known
     */
    record ModelChange(String from, String to, Optional<EscalationReason> reason, Optional<CostEstimate> costs) {

        RetryEvent event(String operationId) {
            return reason.<RetryEvent>map(why -> new ModelEscalated(
                            operationId,
                            from,
                            to,
                            why,
                            costs.map(estimate -> estimate.current().micros()),
                            costs.map(estimate -> estimate.target().micros())))
                    .orElseGet(() -> new FallbackUsed(operationId, from, to));
        }
    }

    /** A person decides first. Where nobody can be asked, {@code otherwise} is what happens. */
    record AskFirst(String question, TryAgain ifYes, End otherwise) implements NextStep {

        /** None yet: what happens is not known before the answer is. */
        @Override
        public List<RetryEvent> events(String operationId) {
            return List.of();
        }
    }

    /**
     * No further attempt.
     *
     * @param attempts that failed
     * @param resumeAt when trying again makes sense, if that is known
     */
    record End(GiveUp decision, int attempts, Failure failure, Optional<Instant> resumeAt) implements NextStep {

        /** The end, with the moment to resume worked out from now. */
        public static End of(GiveUp decision, int attempts, Failure failure, Instant now) {
            return new End(decision, attempts, failure, decision.resumeIn().map(now::plus));
        }

        @Override
        public List<RetryEvent> events(String operationId) {
            return List.of(
                    new RetryExhausted(operationId, attempts, decision.reason(), decision.why(), failure, resumeAt));
        }
    }

    /**
     * Decides what follows the last failure of this episode.
     *
     * @param mostAttempts a limit that holds whatever the decider says
     * @param costs who must be asked before a dearer model is used
     */
    static NextStep after(
            Episode episode,
            Decider decider,
            int mostAttempts,
            Decider.Moment moment,
            EscalationCosts costs,
            Instant now) {
        return new StepAfterFailure(episode, mostAttempts, moment, costs, now).of(decider.decide(episode, moment));
    }
}
