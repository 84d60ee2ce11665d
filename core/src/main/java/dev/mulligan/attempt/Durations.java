package dev.mulligan.attempt;

import java.time.Duration;

/** Arithmetic on durations that saturates where {@link Duration} would throw. */
final class Durations {

    private static final long MAX_SECONDS = Long.MAX_VALUE / 4 / 1_000_000_000L;

    private Durations() {}

    /** Nanoseconds, at most a quarter of the range, so that adding a clock reading cannot overflow. */
    static long nanos(Duration duration) {
        if (duration.toSeconds() >= MAX_SECONDS) {
            return Long.MAX_VALUE / 4;
        }
        return duration.isNegative() ? 0 : duration.toNanos();
    }
}
