package dev.mulligan.langchain4j;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.GaveUpException;
import java.util.function.Supplier;

/** Callers catch the exceptions of the framework, so those are thrown; why there was no further attempt is attached. */
final class Unwrapped {

    private Unwrapped() {}

    static <T> T run(Recovery recovery, Supplier<T> call) {
        try {
            return recovery.run(attempt -> call.get());
        } catch (GaveUpException gaveUp) {
            throw original(gaveUp);
        }
    }

    static RuntimeException original(GaveUpException gaveUp) {
        if (gaveUp.getCause() instanceof RuntimeException thrown) {
            thrown.addSuppressed(new GaveUpNote(gaveUp));
            return thrown;
        }
        return gaveUp;
    }

    /** The reason without the cause, which would lead back to the exception it is attached to. */
    private static final class GaveUpNote extends RuntimeException {
        GaveUpNote(GaveUpException gaveUp) {
            super(gaveUp.getMessage(), null, false, false);
        }
    }
}
