package dev.mulligan.orchestrator.engine;

import dev.mulligan.orchestrator.journal.LeaseLost;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Writes what happens during a long attempt now and then, so that people can watch it. */
final class EventFlusher implements AutoCloseable {

    private static final long EVERY_MILLIS = 300;
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-flush").factory());

    private final ScheduledFuture<?> tick;
    private final Thread owner = Thread.currentThread();
    private volatile boolean closed;

    EventFlusher(Runnable flush) {
        this.tick = CLOCK.scheduleWithFixedDelay(
                () -> Thread.ofVirtual().start(() -> write(flush)), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void write(Runnable flush) {
        if (closed) {
            return;
        }
        try {
            flush.run();
        } catch (LeaseLost lost) {
            // Another worker has the step: the agent here must not go on.
            owner.interrupt();
            closed = true;
        } catch (RuntimeException e) {
            // The store is away for now: the events wait for the next tick or the commit.
        }
    }

    /** After this no write is under way. */
    @Override
    public void close() {
        tick.cancel(false);
        synchronized (this) {
            closed = true;
        }
    }
}
