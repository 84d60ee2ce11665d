package dev.mulligan.failure;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a few sets of working arrays: fresh memory for every classification costs more than the classification. Not
 * thread-local, because virtual threads are many. A set that somebody else holds is simply replaced by a new one.
 */
final class HitsPool {
    private static final int SIZE = 16;

    private final AtomicReferenceArray<@Nullable Hits> free = new AtomicReferenceArray<>(SIZE);

    Hits borrow(RuleBook book, @Nullable Trace trace) {
        Hits pooled = free.getAndSet(place(), null);
        Hits hits = pooled == null ? new Hits(book) : pooled;
        hits.begin(trace);
        return hits;
    }

    void giveBack(Hits hits) {
        hits.end();
        free.setRelease(place(), hits);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (SIZE - 1);
    }
}
