package dev.mulligan.attempt;

import java.time.Duration;

/** The moment after which nothing may be waited for. Passed down to recoveries that run inside an attempt. */
public final class Deadline {

    public static final Deadline NONE = new Deadline(Time.system(), 0, false);

    /** Set while an attempt of a recovery with a deadline runs, so that an inner recovery cannot outlive it. */
    public static final ScopedValue<Deadline> OUTER = ScopedValue.newInstance();

    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final Time time;
    private final long endNanos;
    private final boolean set;

    private Deadline(Time time, long endNanos, boolean set) {
        this.time = time;
        this.endNanos = endNanos;
        this.set = set;
    }

    /** So long from now. */
    public static Deadline in(Duration duration, Time time) {
        return new Deadline(time, time.nanos() + Durations.nanos(duration), true);
    }

    /** Whether there is one at all. */
    public boolean isSet() {
        return set;
    }

    /** What is left; zero when it has passed, and a century when there is no deadline. */
    public Duration remaining() {
        return set ? Duration.ofNanos(Math.max(0, endNanos - time.nanos())) : FOREVER;
    }

    /** Whether waiting this long would leave no time for an attempt. */
    public boolean wouldPass(Duration wait) {
        return set && Durations.nanos(wait) >= endNanos - time.nanos();
    }

    /** Whichever of the two comes first. */
    public Deadline earlier(Deadline other) {
        if (!set) {
            return other;
        }
        if (!other.set) {
            return this;
        }
        return remaining().compareTo(other.remaining()) <= 0 ? this : other;
    }
}
