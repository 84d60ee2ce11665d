package dev.mulligan.orchestrator.run;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs a task three times a second, never twice at once, and never after it is closed. */
final class PeriodicTask implements Machine.Tick {

    private static final long EVERY_MILLIS = 300;
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-flush").factory());

    private final Runnable task;
    private final ScheduledFuture<?> tick;
    private volatile boolean closed;

    PeriodicTask(Runnable task) {
        this.task = task;
        this.tick = CLOCK.scheduleWithFixedDelay(
                () -> Thread.ofVirtual().start(this::run), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void run() {
        if (!closed) {
            task.run();
        }
    }

    @Override
    public void close() {
        tick.cancel(false);
        synchronized (this) {
            closed = true;
        }
    }
}
