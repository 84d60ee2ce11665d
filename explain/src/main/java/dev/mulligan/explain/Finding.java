package dev.mulligan.explain;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An error and what identifies it across runs: {@code subject} is who failed (test id or file), {@code core} is why.
 * The core is often shorter than the message, because parts of a message depend on verbosity.
 */
record Finding(ToolError error, String subject, String core) {
    private static final int MESSAGE = 4_000;

    static Finding test(String id, @Nullable Frame at, String message, String core) {
        return new Finding(error(at, id, message), id, core);
    }

    static Finding diagnostic(String file, int line, String message) {
        return diagnostic(new Frame(file, line), message, message);
    }

    static Finding diagnostic(@Nullable Frame at, String message, String core) {
        return new Finding(error(at, null, message), at == null ? "" : Paths.name(at.file()), core);
    }

    private static ToolError error(@Nullable Frame at, @Nullable String test, String message) {
        String text = Texts.clip(message.strip(), MESSAGE);
        Compared values = Compared.in(text);
        return new ToolError(
                Optional.ofNullable(at).map(Frame::file),
                at == null || at.line() <= 0 ? OptionalInt.empty() : OptionalInt.of(at.line()),
                Optional.ofNullable(test),
                text,
                values.expected(),
                values.actual());
    }
}
