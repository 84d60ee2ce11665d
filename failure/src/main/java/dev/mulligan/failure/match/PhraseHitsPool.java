package dev.mulligan.failure.match;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a few sets of working arrays: fresh memory for every classification costs more than the classification. Not
 * thread-local, because virtual threads are many. A set that somebody else holds is simply replaced by a new one.
 */
public final class PhraseHitsPool {
    private static final int SIZE = 16;

    private final AtomicReferenceArray<@Nullable PhraseHits> free = new AtomicReferenceArray<>(SIZE);

    public PhraseHits borrow(PhraseTable table, @Nullable ClassificationTrace trace) {
        PhraseHits pooled = free.getAndSet(place(), null);
        PhraseHits hits = pooled == null ? new PhraseHits(table) : pooled;
        hits.begin(trace);
        return hits;
    }

    public void giveBack(PhraseHits hits) {
        hits.end();
        free.setRelease(place(), hits);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (SIZE - 1);
    }
}
