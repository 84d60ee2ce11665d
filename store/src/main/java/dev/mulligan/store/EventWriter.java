package dev.mulligan.store;

import dev.mulligan.store.trace.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Gathers what many threads write into one transaction after the other. While one is on its way to the disk the next
 * fills up, so batches grow with load and a lone event waits for nobody. A full queue makes writers wait: nothing is
 * dropped, memory stays bounded.
 *
 * <p>When the store cannot write, the stages of that batch fail and the next batch is tried anew: the engine goes on,
 * and the traces bring the missing events in later.
 */
public final class EventWriter implements AutoCloseable {

    private static final int QUEUE = 16_384;
    private static final int MOST_PER_BATCH = 4096;

    private record Pending(Recorded recorded, CompletableFuture<Void> stored) {}

    private final EventStore store;
    private final ArrayBlockingQueue<Pending> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Thread thread;
    private volatile boolean closed;

    EventWriter(EventStore store) {
        this.store = store;
        this.thread =
                Thread.ofPlatform().name("mulligan-event-writer").daemon(true).start(this::run);
    }

    /** Hands the event over; the stage completes when it is on the disk. Waits while the queue is full. */
    public CompletionStage<Void> submit(Recorded recorded) {
        Pending pending = new Pending(recorded, new CompletableFuture<>());
        boolean interrupted = false;
        try {
            while (true) {
                refuseWhenClosed();
                try {
                    if (queue.offer(pending, 100, TimeUnit.MILLISECONDS)) {
                        return pending.stored;
                    }
                } catch (InterruptedException e) {
                    // An event must not be lost because its thread is being cancelled.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new IllegalStateException("the event writer is closed");
        }
    }

    private void run() {
        List<Pending> batch = new ArrayList<>(MOST_PER_BATCH);
        while (!closed || !queue.isEmpty()) {
            try {
                Pending first = queue.poll(50, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    queue.drainTo(batch, MOST_PER_BATCH - 1);
                    write(batch);
                    batch.clear();
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }
    }

    private void write(List<Pending> batch) {
        try {
            store.append(batch.stream().map(Pending::recorded).toList());
            batch.forEach(pending -> pending.stored.complete(null));
        } catch (RuntimeException e) {
            batch.forEach(pending -> pending.stored.completeExceptionally(e));
        }
    }

    /** Writes what was handed over, then ends. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
