package dev.mulligan.orchestrator.engine;

import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.run.Machine;

/** Writes what happens during a long attempt now and then, so that people can watch it. */
final class EventFlusher implements AutoCloseable {

    private final Thread owner = Thread.currentThread();
    private final Machine.Tick tick;
    private volatile boolean lost;

    EventFlusher(Machine.Ticks ticks, Runnable flush) {
        this.tick = ticks.every(() -> write(flush));
    }

    private void write(Runnable flush) {
        if (lost) {
            return;
        }
        try {
            flush.run();
        } catch (LeaseLost taken) {
            // Another worker has the step: the agent here must not go on.
            lost = true;
            owner.interrupt();
        } catch (RuntimeException e) {
            // The store is away for now: the events wait for the next tick or the commit.
        }
    }

    /** After this no write is under way. */
    @Override
    public void close() {
        tick.close();
    }
}
