package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;

/** Thrown by an operation that knows best what its failure is: a bad result, a verdict, a delay the far side stated. */
public final class FailureException extends RuntimeException {

    private final transient Failure failure;

    /** Says that the attempt failed in this way. Its message is the failure's. */
    public FailureException(Failure failure) {
        // No stack trace: this is a value on its way to the kernel, not a surprise.
        super(failure.message(), failure.cause().orElse(null), false, false);
        this.failure = failure;
    }

    /** What the operation says went wrong. */
    public Failure failure() {
        return failure;
    }
}
