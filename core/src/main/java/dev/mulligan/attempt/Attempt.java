package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * One execution of an operation, as the operation sees it.
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

    public boolean isFirst() {
        return number == 1;
    }

    public boolean isLast() {
        return number >= maxAttempts;
    }

    /** Time left before the deadline, for passing on to what this attempt calls. */
    public Duration remaining() {
        return deadline.remaining();
    }
}
