package dev.mulligan.explain.output;

import java.util.Optional;
import java.util.OptionalInt;

/** One failing test or diagnostic, placed in the project's own code where the output allows it. */
public record ToolError(
        Optional<String> file,
        OptionalInt line,
        Optional<String> test,
        String message,
        Optional<String> expected,
        Optional<String> actual) {

    /** {@code file:line}, {@code file}, or nothing. */
    public Optional<String> place() {
        return file.map(f -> line.isPresent() ? f + ":" + line.getAsInt() : f);
    }
}
