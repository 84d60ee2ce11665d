package dev.mulligan;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.failure.Failure;

/** How an operation ended, for callers who prefer a value to an exception. */
public sealed interface Outcome<T> {

    record Success<T>(T value) implements Outcome<T> {}

    record GaveUp<T>(GiveUpReason reason, Failure failure, Episode episode, GaveUpException exception)
            implements Outcome<T> {}
}
