package dev.mulligan.decide;

import dev.mulligan.attempt.Episode;
import java.time.Duration;

/**
 * From history to decision, as a pure function: the same episode and moment always give the same decision.
 * {@link dev.mulligan.policy.RetryPolicy} is one; write another to decide differently.
 *
 * <pre>{@code
 * Decider atOnceThenPolicy = (episode, moment) -> episode.failures() == 1
 *         ? new Decision.Retry(Duration.ZERO, Remedy.Simple.WAIT)
 *         : policy.decide(episode, moment);
 * }</pre>
 */
@FunctionalInterface
public interface Decider {

    /** What to do after the last failure of this episode. Must be pure; if it throws, the operation ends with that exception. */
    Decision decide(Episode episode, Moment moment);

    /**
     * Everything about now that a decision may depend on.
     *
     * @param remaining time left before the deadline
     * @param random uniform in [0, 1): the only chance there is
     * @param options what this operation is able to do differently
     */
    record Moment(Duration remaining, double random, Options options) {}
}
