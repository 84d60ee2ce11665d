package dev.mulligan.explain.output;

import java.util.Objects;
import java.util.OptionalInt;

/** One finished command as a runner saw it; no exit code when it was killed or never started. */
public record ToolRun(String command, OptionalInt exit, String stdout, String stderr) {
    public ToolRun {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(exit, "exit");
        Objects.requireNonNull(stdout, "stdout");
        Objects.requireNonNull(stderr, "stderr");
    }

    public boolean succeeded() {
        return exit.isPresent() && exit.getAsInt() == 0;
    }
}
