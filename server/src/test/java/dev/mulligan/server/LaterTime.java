package dev.mulligan.server;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The system's time, but for a jump of the calendar. */
record LaterTime(AtomicReference<Duration> jump) implements Time {

    LaterTime() {
        this(new AtomicReference<>(Duration.ZERO));
    }

    @Override
    public long nanos() {
        return Time.system().nanos();
    }

    @Override
    public Instant now() {
        return Time.system().now().plus(jump.get());
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Time.system().sleep(duration);
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        return Time.system().after(delay, task);
    }
}
