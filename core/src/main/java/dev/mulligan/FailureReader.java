package dev.mulligan;

import dev.mulligan.failure.Failure;

/** Turns what an operation threw into a classified failure. */
@FunctionalInterface
public interface FailureReader {

    Failure read(Throwable thrown);

    /** The standard classifier, with the last answer remembered: in an outage the same exception comes every time. */
    static FailureReader standard() {
        return new ClassifyingReader();
    }
}
