package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * One execution of an operation, as the operation sees it. Immutable.
 *
 * <pre>{@code
 * recovery.run(attempt -> {
 *     String hint = attempt.lastFailure().map(f -> "The last try failed: " + f.message()).orElse("");
 *     return model.ask(hint + prompt, attempt.model().orElse("small"));
 * });
 * }</pre>
 *
 * @param number counts from 1
 * @param maxAttempts the most there will be, the first included
 * @param remedy what is different this time
 * @param model the model to use, when the recovery has a ladder
 * @param episode all attempts before this one
 * @param deadline when everything must be over
 */
public record Attempt(
        int number, int maxAttempts, Remedy remedy, Optional<String> model, Episode episode, Deadline deadline) {

    /** Why the attempt before failed; empty on the first. */
    public Optional<Failure> lastFailure() {
        return episode.lastFailure();
    }

    /** Whether nothing failed before it. */
    public boolean isFirst() {
        return number == 1;
    }

    /** Whether the policy allows none after it. */
    public boolean isLast() {
        return number >= maxAttempts;
    }

    /** Time left before the deadline, for passing on to what this attempt calls. */
    public Duration remaining() {
        return deadline.remaining();
    }
}
