package dev.mulligan.attempt;

import java.time.Duration;
import java.time.Instant;

/** Where the kernel gets its time from. Tests drive {@link dev.mulligan.test.ManualTime} and never sleep. */
public interface Time {

    /** Monotone, for measuring. */
    long nanos();

    /** Wall clock, for people and for dates stated by a far side. */
    Instant now();

    /** Waits at least this long; an interrupt ends the wait at once. */
    void sleep(Duration duration) throws InterruptedException;

    /** Runs the task once after the delay, unless the alarm is cancelled before. */
    Alarm after(Duration delay, Runnable task);

    /** A task that has not run yet. */
    interface Alarm {
        /** It does not ring any more, unless it has rung already. */
        void cancel();
    }

    /** The machine's own clock. */
    static Time system() {
        return SystemTime.INSTANCE;
    }
}
