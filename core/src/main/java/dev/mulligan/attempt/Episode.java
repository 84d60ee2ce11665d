package dev.mulligan.attempt;

import dev.mulligan.failure.Failure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The immutable history of one operation's failed attempts, newest first. Growing it makes one small object and shares
 * the rest. A recorded episode can be handed back to {@code Recovery.resuming} to go on where a process died.
 */
public final class Episode {

    public static final Episode EMPTY = new Episode(null, null, 0, 0);

    /** One attempt that failed. */
    public record Entry(int number, Optional<String> model, Remedy remedy, Failure failure, Duration delayBefore) {}

    private final @Nullable Episode before;
    private final @Nullable Entry last;
    private final int size;
    private final int sinceModelChange;

    private Episode(@Nullable Episode before, @Nullable Entry last, int size, int sinceModelChange) {
        this.before = before;
        this.last = last;
        this.size = size;
        this.sinceModelChange = sinceModelChange;
    }

    /** The history with one more failed attempt. This one stays as it is. */
    public Episode with(Entry entry) {
        boolean sameModel = last == null || last.model().equals(entry.model());
        return new Episode(this, entry, size + 1, sameModel ? sinceModelChange + 1 : 1);
    }

    /** Whether nothing has failed. */
    public boolean isEmpty() {
        return last == null;
    }

    /** How many attempts failed so far. */
    public int failures() {
        return size;
    }

    /** How many of them with the model in use now: what an escalation threshold counts. */
    public int failuresOnThisModel() {
        return sinceModelChange;
    }

    /**
     * The newest failed attempt.
     *
     * @throws IllegalStateException if nothing has failed
     */
    public Entry last() {
        if (last == null) {
            throw new IllegalStateException("an empty episode has no last attempt");
        }
        return last;
    }

    /** The newest failure, if there is one. */
    public Optional<Failure> lastFailure() {
        return last == null ? Optional.empty() : Optional.of(last.failure());
    }

    /** Oldest first. */
    public List<Entry> entries() {
        ArrayDeque<Entry> entries = new ArrayDeque<>(size);
        for (Episode at = this; at != null && at.last != null; at = at.before) {
            entries.addFirst(at.last);
        }
        return List.copyOf(entries);
    }

    /** The history of these attempts, oldest first. */
    public static Episode of(List<Entry> entries) {
        Episode episode = EMPTY;
        for (Entry entry : entries) {
            episode = episode.with(entry);
        }
        return episode;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Episode that && entries().equals(that.entries());
    }

    @Override
    public int hashCode() {
        return entries().hashCode();
    }

    @Override
    public String toString() {
        return "Episode" + entries();
    }
}
