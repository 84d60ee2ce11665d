package dev.mulligan.attempt;

import java.time.Duration;
import java.time.Instant;

/** The machine's own clock. A virtual thread is the cheapest timer there is: about 1 KB while it waits. */
enum SystemTime implements Time {
    INSTANCE;

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        Thread thread = Thread.ofVirtual().name("mulligan-alarm").start(() -> {
            try {
                Thread.sleep(delay);
            } catch (InterruptedException cancelled) {
                return;
            }
            task.run();
        });
        return thread::interrupt;
    }
}
