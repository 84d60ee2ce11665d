package dev.mulligan.gateway;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.time.Instant;

/** The machine's clock, so many times faster, for everything that asks it: waits of a minute take a second. */
record FastTime(int factor, long zero, Instant start) implements Time {

    static FastTime of(int factor) {
        return new FastTime(factor, Time.system().nanos(), Time.system().now());
    }

    @Override
    public long nanos() {
        return zero + (Time.system().nanos() - zero) * factor;
    }

    @Override
    public Instant now() {
        return start.plusNanos(nanos() - zero);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Time.system().sleep(duration.dividedBy(factor));
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        return Time.system().after(delay.dividedBy(factor), task);
    }
}
