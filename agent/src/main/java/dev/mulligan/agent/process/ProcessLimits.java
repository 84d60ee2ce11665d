package dev.mulligan.agent.process;

import java.time.Duration;

/**
 * How long a process may take.
 *
 * @param timeout for the whole attempt
 * @param silence without a byte of output
 * @param grace between asking it to end and ending it
 */
public record ProcessLimits(Duration timeout, Duration silence, Duration grace) {

    public static final ProcessLimits STANDARD =
            new ProcessLimits(Duration.ofMinutes(60), Duration.ofMinutes(15), Duration.ofSeconds(5));

    public ProcessLimits {
        for (Duration limit : new Duration[] {timeout, silence}) {
            if (limit.isZero() || limit.isNegative()) {
                throw new IllegalArgumentException("a limit must be longer than zero, not " + limit);
            }
        }
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace cannot be negative: " + grace);
        }
    }
}
