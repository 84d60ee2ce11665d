package dev.mulligan.orchestrator.engine;

import dev.mulligan.store.run.Flows;
import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The time all workers of a store agree on, without asking for it each time: asking a database that cannot be reached
 * takes long, and whoever wants to know whether its lease is over must not wait for the very thing that is away. Between
 * two askings this machine's steady clock counts on, so that a wrong or jumping local time does not matter.
 */
final class SharedClock implements InstantSource, AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration JITTER = Duration.ofMillis(50);

    /** What the shared time was at a moment of the steady clock. */
    private record Sync(Instant shared, long nanos) {
        Instant at(long now) {
            return shared.plusNanos(now - nanos);
        }
    }

    private final Flows flows;
    private final ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-clock").factory());
    private volatile Sync sync;

    SharedClock(Flows flows) {
        this.flows = flows;
        this.sync = asked(flows);
        var ignored =
                asking.scheduleWithFixedDelay(this::ask, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void ask() {
        try {
            Sync fresh = asked(flows);
            // What the asking itself took would make time jump to and fro.
            if (Duration.between(fresh.shared(), sync.at(fresh.nanos())).abs().compareTo(JITTER) > 0) {
                sync = fresh;
            }
        } catch (StoreException away) {
            // The steady clock is good enough until it is back.
        }
    }

    private static Sync asked(Flows flows) {
        long before = System.nanoTime();
        Instant shared = flows.now();
        long after = System.nanoTime();
        return new Sync(shared, before + (after - before) / 2);
    }

    @Override
    public Instant instant() {
        return sync.at(System.nanoTime());
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
