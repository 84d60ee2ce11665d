package dev.mulligan.agent.process;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A process that is over.
 *
 * @param exitCode empty when it never started; 128 + n when signal n ended it
 * @param stdout head and tail of what it printed
 */
public record ProcessResult(ProcessEnding ending, OptionalInt exitCode, String stdout, String stderr) {

    private static final int BY_SIGNAL = 128;

    /** Those that have the same number on every system. */
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");

    /**
     * The name of the signal that ended it. A shell tells of its child in the same way, and a program that catches a
     * signal should.
     */
    public Optional<String> signal() {
        return exitCode.isPresent()
                ? Optional.ofNullable(SIGNALS.get(exitCode.getAsInt() - BY_SIGNAL))
                : Optional.empty();
    }
}
