package dev.mulligan.failure;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes an exception and its causes as the lines a log would show; bounded, and safe against cyclic causes. */
public final class ThrowableText {
    private static final int MAX_CAUSES = 16;
    private static final int MAX_MESSAGE = 32 * 1024;

    private ThrowableText() {}

    static Evidence.Thrown of(Throwable thrown) {
        StringBuilder text = new StringBuilder(message(thrown));
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(thrown);
        Throwable cause = causeOf(thrown);
        for (int depth = 0; cause != null && depth < MAX_CAUSES && seen.add(cause); depth++) {
            text.append("\nCaused by: ")
                    .append(cause.getClass().getName())
                    .append(": ")
                    .append(message(cause));
            cause = causeOf(cause);
        }
        return new Evidence.Thrown(
                Optional.of(thrown.getClass().getName()), text.toString(), OptionalInt.empty(), Optional.empty());
    }

    public static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | Error broken) {
            return null;
        }
    }

    public static String message(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (RuntimeException | Error broken) {
            // A getMessage() that throws must not hide the failure it belongs to.
            message = "(no message: getMessage() threw " + broken.getClass().getName() + ")";
        }
        if (message == null) {
            return "null";
        }
        return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE);
    }
}
