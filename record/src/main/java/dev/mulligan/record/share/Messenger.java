package dev.mulligan.record.share;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries notes between this program and the board, in the background. Telling never waits; what is told while the board
 * is away is told when it is back, unless it is no longer true by then.
 */
public final class Messenger implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Messenger.class);
    private static final int MOST_WAITING = 10_000;
    /** A burst of news is one round. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

    private record Subject(String kind, String name) {}

    private record Waiting(Note note, long until) {}

    private final NoteBoard board;
    private final Duration every;
    private final Time time;
    private final Consumer<Note.Heard> listener;
    private final Runnable before;
    private final Semaphore news = new Semaphore(0);
    private final Map<Subject, Waiting> waiting = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Waiting> eldest) {
            return size() > MOST_WAITING;
        }
    };
    private final AtomicLong heardSoFar = new AtomicLong();
    private volatile long lastRound;
    private volatile boolean away;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Silent until it is started.
     *
     * @param before runs at the beginning of each round: the time to tell what is only looked at now and then
     */
    public Messenger(NoteBoard board, Duration every, Time time, Consumer<Note.Heard> listener, Runnable before) {
        this.board = board;
        this.every = every;
        this.time = time;
        this.listener = listener;
        this.before = before;
        this.lastRound = time.nanos();
    }

    public void start() {
        thread = Thread.ofPlatform().daemon().name("mulligan-messenger").start(this::run);
    }

    /** Leaves it with the next round, which is soon. */
    public void tell(Note note) {
        synchronized (waiting) {
            Subject subject = new Subject(note.kind(), note.subject());
            waiting.remove(subject);
            waiting.put(subject, new Waiting(note, time.nanos() + note.lasts().toNanos()));
            if (news.availablePermits() == 0) {
                news.release();
            }
        }
    }

    /** How old what is known of the others may be. */
    public Duration age() {
        return Duration.ofNanos(Math.max(0, time.nanos() - lastRound));
    }

    /** How many notes of others came in since the start. */
    public long heard() {
        return heardSoFar.get();
    }

    private void run() {
        try {
            while (!closed) {
                round();
                Thread.sleep(SHORTEST_PAUSE);
                news.tryAcquire(every.minus(SHORTEST_PAUSE).toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether something was told that the next round should not be waited for. */
    boolean hasNews() {
        return news.availablePermits() > 0;
    }

    /** Tells and hears once; returns whether the board was there. */
    public boolean round() {
        before.run();
        Map<Subject, Waiting> mine;
        synchronized (waiting) {
            // What has been told up to here goes with this round; it is no reason for another.
            news.drainPermits();
            waiting.values().removeIf(old -> old.until() - time.nanos() <= 0);
            mine = new LinkedHashMap<>(waiting);
        }
        List<Note.Heard> heard;
        long started = time.nanos();
        try {
            heard = board.exchange(notes(mine));
        } catch (RuntimeException e) {
            if (!away) {
                away = true;
                log.warn("What other programs learn is not heard for now: {}", e.getMessage());
            }
            return false;
        }
        lastRound = started;
        away = false;
        synchronized (waiting) {
            mine.forEach(waiting::remove);
        }
        heard.forEach(this::hear);
        return true;
    }

    private List<Note> notes(Map<Subject, Waiting> mine) {
        List<Note> notes = new ArrayList<>(mine.size());
        for (Waiting one : mine.values()) {
            Note note = one.note();
            notes.add(new Note(note.kind(), note.subject(), note.body(), Duration.ofNanos(one.until() - time.nanos())));
        }
        return notes;
    }

    private void hear(Note.Heard heard) {
        try {
            listener.accept(heard);
            heardSoFar.incrementAndGet();
        } catch (RuntimeException e) {
            // Another version may say things this one does not understand; the rest must still be heard.
            log.warn(
                    "A note of {} about {} is left out: {}",
                    heard.teller(),
                    heard.note().kind(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        Thread running = thread;
        if (running == null) {
            return;
        }
        running.interrupt();
        try {
            running.join(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
