package dev.mulligan.explain.output;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An error and what identifies it across runs: {@code subject} is who failed (test id or file), {@code core} is why.
 * The core is often shorter than the message, because parts of a message depend on verbosity.
 */
public record Finding(ToolError error, String subject, String core) {
    private static final int MESSAGE = 4_000;

    public static Finding test(String id, @Nullable SourcePlace at, String message, String core) {
        return new Finding(error(at, id, message), id, core);
    }

    public static Finding diagnostic(String file, int line, String message) {
        return diagnostic(new SourcePlace(file, line), message, message);
    }

    public static Finding diagnostic(@Nullable SourcePlace at, String message, String core) {
        return new Finding(error(at, null, message), at == null ? "" : SourcePaths.name(at.file()), core);
    }

    /** The same failure in the same place, with more of what was said. */
    public Finding with(String message, String core) {
        SourcePlace at = error.file()
                .map(file -> new SourcePlace(file, error.line().orElse(0)))
                .orElse(null);
        return new Finding(error(at, error.test().orElse(null), message), subject, core);
    }

    private static ToolError error(@Nullable SourcePlace at, @Nullable String test, String message) {
        String text = TextLines.clip(message.strip(), MESSAGE);
        Comparison values = Comparison.in(text);
        return new ToolError(
                Optional.ofNullable(at).map(SourcePlace::file),
                at == null || at.line() <= 0 ? OptionalInt.empty() : OptionalInt.of(at.line()),
                Optional.ofNullable(test),
                text,
                values.expected(),
                values.actual());
    }
}
