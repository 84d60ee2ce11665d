package dev.mulligan.orchestrator.engine;

import dev.mulligan.store.sql.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time all workers of a store agree on, without asking for it each time: asking a database that cannot be reached
 * takes long, and whoever wants to know whether its lease is over must not wait for the very thing that is away. Between
 * two askings this machine's steady clock counts on, so that a wrong or jumping local time does not matter.
 */
final class SharedClock implements InstantSource, AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration JITTER = Duration.ofMillis(50);

    /**
     * What the shared time was at a moment of the steady clock.
     *
     * @param doubt how far off that may be: the store answered at some moment while it was asked
     */
    private record Sync(Instant shared, long nanos, Duration doubt) {
        Instant at(long now) {
            return shared.plusNanos(now - nanos);
        }
    }

    private final Supplier<Instant> store;
    private final LongSupplier steady;
    private final ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mulligan-clock").factory());
    private volatile Sync sync;

    /** @param store its time; may take long or fail */
    SharedClock(Supplier<Instant> store) {
        this(store, System::nanoTime);
        var ignored =
                asking.scheduleWithFixedDelay(this::ask, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks only when told to. */
    SharedClock(Supplier<Instant> store, LongSupplier steady) {
        this.store = store;
        this.steady = steady;
        this.sync = asked();
    }

    /** An answer that came late says little: time jumps only to what it contradicts. */
    void ask() {
        try {
            Sync fresh = asked();
            Duration off =
                    Duration.between(fresh.shared(), sync.at(fresh.nanos())).abs();
            if (off.compareTo(JITTER.plus(fresh.doubt())) > 0) {
                sync = fresh;
            }
        } catch (StoreException away) {
            // The steady clock is good enough until it is back.
        }
    }

    private Sync asked() {
        long before = steady.getAsLong();
        Instant shared = store.get();
        long half = (steady.getAsLong() - before) / 2;
        return new Sync(shared, before + half, Duration.ofNanos(half));
    }

    @Override
    public Instant instant() {
        return sync.at(steady.getAsLong());
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
