package dev.mulligan;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.failure.Failure;

/**
 * How an operation ended, for callers who prefer a value to an exception. Immutable.
 *
 * <pre>{@code
 * String text = switch (recovery.attempt(attempt -> model.ask(prompt))) {
 *     case Outcome.Success<String>(String value) -> value;
 *     case Outcome.GaveUp<String> gaveUp -> "no answer: " + gaveUp.failure().message();
 * };
 * }</pre>
 *
 * @param <T> what the operation returns
 */
public sealed interface Outcome<T> {

    /** It worked, at the first attempt or a later one. */
    record Success<T>(T value) implements Outcome<T> {}

    /**
     * It did not work and is not tried again.
     *
     * @param exception what {@code run} would have thrown
     */
    record GaveUp<T>(GiveUpReason reason, Failure failure, Episode episode, GaveUpException exception)
            implements Outcome<T> {}
}
