package dev.mulligan.store.spool;

import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to a store that may be away. Whoever hands one over never waits. While the store takes them they go
 * straight there; when it fails or is slow they go to files, and from there to the store when it is back, in their
 * order. An event may be handed to the store twice; its identity makes that one.
 *
 * <p>Two threads: one takes events in and never touches the database, the other does nothing else. So a database that
 * hangs does not keep events from the disk.
 */
public final class SpoolingWriter implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SpoolingWriter.class);
    private static final int MOST_PER_BATCH = 4096;
    /** So long others may join an event on its way: one transaction for many costs little more than for one. */
    private static final long GATHERING_MS = 20;
    /** The same while many come. The sums of hours and days are written once for each transaction, whatever is in it. */
    private static final long GATHERING_MANY_MS = 100;

    private static final int MANY = 200;

    private static final long LAST_WORDS_SECONDS = 5;

    private final SpoolSettings settings;
    private final EventSpool spool;
    private final Deliverer deliverer;
    private final BlockingQueue<Recorded> waiting;
    private final AtomicLong noRoom = new AtomicLong();
    private final ExecutorService delivery = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("mulligan-delivery").factory());
    private final Thread intake;
    private volatile boolean delivering;
    private volatile boolean away;
    private volatile boolean closed;

    private SpoolingWriter(EventTarget target, EventSpool spool, SpoolSettings settings) {
        this.settings = settings;
        this.spool = spool;
        this.deliverer = new Deliverer(target);
        this.waiting = new LinkedBlockingQueue<>(settings.mostInMemory());
        if (!spool.isEmpty()) {
            deliverLater();
        }
        this.intake = Thread.ofPlatform().daemon().name("mulligan-spool").start(this::take);
    }

    /**
     * Delivers what an earlier program left in the folder, too.
     *
     * @param name of this program, different from all others that share the folder
     */
    public static SpoolingWriter open(
            EventTarget target, Path folder, String name, EventJson json, SpoolSettings settings) throws IOException {
        return new SpoolingWriter(target, EventSpool.open(folder, name, json, settings.mostBytes()), settings);
    }

    /** Takes it, or drops and counts it when even the memory has no room. Never waits. */
    public void write(Recorded recorded) {
        if (!waiting.offer(recorded)) {
            dropped(1, "events come faster than the disk takes them");
        }
    }

    public SpoolState state() {
        return new SpoolState(
                away,
                spool.events(),
                spool.bytes(),
                waiting.size(),
                deliverer.stored(),
                noRoom.get() + deliverer.refused());
    }

    private void take() {
        List<Recorded> batch = new ArrayList<>(MOST_PER_BATCH);
        long gathering = GATHERING_MS;
        while (!closed || !waiting.isEmpty()) {
            try {
                Recorded first = waiting.poll(50, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    if (!closed) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(gathering));
                    }
                    waiting.drainTo(batch, MOST_PER_BATCH - 1);
                    List<Recorded> taken = List.copyOf(batch);
                    batch.clear();
                    gathering = taken.size() < MANY ? GATHERING_MS : GATHERING_MANY_MS;
                    if (!straight(taken)) {
                        toDisk(taken);
                    }
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }
    }

    private boolean straight(List<Recorded> batch) throws InterruptedException {
        if (delivering) {
            return false;
        }
        Future<?> stored = delivery.submit(() -> deliverer.deliver(batch));
        try {
            stored.get(settings.patience().toMillis(), TimeUnit.MILLISECONDS);
            isBack();
            return true;
        } catch (TimeoutException slow) {
            goneAway("it took longer than " + settings.patience().toMillis() + " ms");
        } catch (ExecutionException failed) {
            goneAway(String.valueOf(
                    failed.getCause() == null ? failed : failed.getCause().getMessage()));
        }
        return false;
    }

    private void goneAway(String why) {
        if (!away) {
            away = true;
            log.warn("The store takes no events; they wait on the disk: {}", why);
        }
    }

    private void isBack() {
        if (away) {
            away = false;
            log.info("The store takes events again; {} more are on the disk", spool.events());
        }
    }

    private void toDisk(List<Recorded> batch) {
        // With the lock of the spool, so that a delivery which finds it empty and this cannot miss each other.
        synchronized (spool) {
            try {
                int taken = spool.append(batch);
                if (taken < batch.size()) {
                    dropped(batch.size() - taken, "the spool is full (" + settings.mostBytes() + " bytes)");
                }
            } catch (IOException e) {
                dropped(batch.size(), "the spool cannot be written: " + e.getMessage());
            }
            if (!delivering && !spool.isEmpty()) {
                deliverLater();
            }
        }
    }

    /** Said at the first and then at every doubling: a full disk must not fill the log. */
    private void dropped(int events, String why) {
        long before = noRoom.getAndAdd(events);
        long now = before + events;
        if (Long.numberOfLeadingZeros(before) != Long.numberOfLeadingZeros(now)) {
            log.error("Events of the gateway are lost, {} so far: {}", now, why);
        }
    }

    private void deliverLater() {
        delivering = true;
        delivery.execute(this::deliverAll);
    }

    private void deliverAll() {
        while (!closed) {
            try {
                Optional<EventSpool.Segment> segment = next();
                if (segment.isEmpty()) {
                    return;
                }
                deliverer.deliver(read(segment.get()));
                spool.delivered(segment.get());
                isBack();
            } catch (IOException e) {
                log.warn("The spool cannot be read: {}", e.getMessage());
                pause();
            } catch (RuntimeException e) {
                goneAway(String.valueOf(e.getMessage()));
                pause();
            }
        }
    }

    private Optional<EventSpool.Segment> next() throws IOException {
        synchronized (spool) {
            Optional<EventSpool.Segment> oldest = spool.oldest();
            delivering = oldest.isPresent();
            return oldest;
        }
    }

    private static List<Recorded> read(EventSpool.Segment segment) throws IOException {
        List<Recorded> events = new ArrayList<>();
        if (Files.notExists(segment.file())) {
            log.warn("A file of the spool is gone: {}", segment.file());
            return events;
        }
        TraceReader.Result read = TraceReader.read(segment.file(), 0, events::add);
        read.bad().forEach(bad -> log.warn("A line of the spool is left out: {}", bad.why()));
        return events;
    }

    private void pause() {
        try {
            Thread.sleep(settings.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything handed over is in the store or on the disk afterwards. What is on the disk waits for the next start. */
    @Override
    public void close() {
        closed = true;
        try {
            intake.join();
            delivery.shutdown();
            if (!delivery.awaitTermination(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                delivery.shutdownNow();
            }
            spool.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.warn("The spool could not be closed: {}", e.getMessage());
        }
        SpoolState end = state();
        if (end.events() > 0) {
            log.warn("{} events wait on the disk for the next start", end.events());
        }
    }
}
