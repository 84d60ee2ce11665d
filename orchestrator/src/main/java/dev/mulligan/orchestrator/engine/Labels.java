package dev.mulligan.orchestrator.engine;

import dev.mulligan.attempt.Time;
import dev.mulligan.record.share.Messenger;
import dev.mulligan.record.share.Note;
import dev.mulligan.store.EventStore;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Which workers carry which labels, as they tell each other through the store. A step that wishes for labels is left to a
 * worker that has them, but not for ever: when all of those are busy or gone, anybody takes it.
 */
final class Labels implements AutoCloseable {

    /** How long a step waits for a fitting worker that is there. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String KIND = "worker";
    private static final int MOST_WAITING = 10_000;

    private record Worker(Set<String> labels, long until) {}

    private final Time time;
    private final Set<String> own;
    private final Duration patience;
    private final Map<String, Worker> others = new ConcurrentHashMap<>();
    private final Map<String, Long> waitingSince = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_WAITING;
        }
    };
    private final Messenger messenger;

    Labels(EventStore store, String name, Set<String> own, Duration heartbeat, Duration patience, Time time) {
        this.own = Set.copyOf(own);
        this.patience = patience;
        this.time = time;
        Note mine = new Note(KIND, name, String.join(",", own), heartbeat.multipliedBy(3));
        this.messenger = new Messenger(store.notes(name), heartbeat, time, this::heard, () -> tell(mine));
    }

    void start() {
        messenger.start();
    }

    private void tell(Note note) {
        if (!own.isEmpty()) {
            messenger.tell(note);
        }
    }

    private void heard(Note.Heard heard) {
        if (heard.note().kind().equals(KIND)) {
            heard(heard.teller(), heard.note().body(), heard.note().lasts());
        }
    }

    void heard(String worker, String labels, Duration lasts) {
        others.put(worker, new Worker(Set.of(labels.split(",", -1)), time.nanos() + lasts.toNanos()));
    }

    /** Whether anybody carries any: if not, nobody need look. */
    boolean areUsed() {
        return !others.isEmpty();
    }

    /** Whether this worker should hand the work back because another one fits better. */
    boolean leave(String work, List<String> wished) {
        long now = time.nanos();
        others.values().removeIf(worker -> worker.until() - now < 0);
        if (wished.isEmpty()
                || own.containsAll(wished)
                || others.values().stream().noneMatch(fits(wished))) {
            return false;
        }
        synchronized (waitingSince) {
            long since = waitingSince.computeIfAbsent(work, _ -> now);
            if (now - since < patience.toNanos()) {
                return true;
            }
            waitingSince.remove(work);
            return false;
        }
    }

    private static Predicate<Worker> fits(Collection<String> wished) {
        return worker -> worker.labels().containsAll(wished);
    }

    @Override
    public void close() {
        messenger.close();
    }
}
