package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import org.jspecify.annotations.Nullable;

/** Turns what an operation threw into a classified failure. */
@FunctionalInterface
public interface FailureReader {

    /** Names what went wrong. If it throws, the failure is taken as unknown and not retried. */
    Failure read(Throwable thrown);

    /** The same, where the caller has looked at the cause already. */
    default Failure read(Throwable thrown, @Nullable Throwable cause) {
        return read(thrown);
    }

    /** The standard classifier, with the last answer remembered: in an outage the same exception comes every time. */
    static FailureReader standard() {
        return new ClassifyingReader();
    }
}
