package dev.mulligan.orchestrator.trace;

import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps each run's trace file equal to the store: what a crash left out is added before anything new. Files are written
 * by a thread of its own, since a thread that is interrupted closes the file it writes to, and steps are interrupted.
 */
public final class Traces implements Consumer<Recorded>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Traces.class);
    private static final int PAGE = 1_000;
    private static final int MOST_REQUESTS = 100_000;
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private final Function<String, RunFolder> folders;
    private final EventStore store;
    /** Touched by the writing thread alone. */
    private final Map<String, TraceFile> open = new HashMap<>();

    private final ExecutorService writer;

    /** @param folders where the trace of a run is; asked when it is opened */
    public Traces(Function<String, RunFolder> folders, EventStore store) {
        this(
                folders,
                store,
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("mulligan-trace").factory()));
    }

    /** @param writer one task after the other, on a thread that nobody interrupts */
    public Traces(Function<String, RunFolder> folders, EventStore store, ExecutorService writer) {
        this.folders = folders;
        this.store = store;
        this.writer = writer;
    }

    @Override
    public void accept(Recorded recorded) {
        try {
            writer.execute(() -> write(recorded));
        } catch (RejectedExecutionException closed) {
            log.debug("the trace of {} is closed; the store has the rest", recorded.runId());
        }
    }

    private void write(Recorded recorded) {
        try {
            TraceFile trace = trace(recorded.runId());
            try (TraceFile.Turn turn = trace.turn()) {
                if (!turn.isOurs()) {
                    return;
                }
                if (recorded.seq() > trace.last() + 1) {
                    fill(recorded.runId(), trace);
                }
                if (recorded.event() instanceof RunFinished) {
                    requests(recorded.runId(), trace);
                }
                trace.append(recorded);
            }
        } catch (IOException | RuntimeException e) {
            // The store has it; the file is opened anew and filled up with the next event.
            log.warn("the trace of {} cannot be written: {}", recorded.runId(), e.getMessage());
            forget(recorded.runId());
        }
    }

    private TraceFile trace(String runId) throws IOException {
        TraceFile known = open.get(runId);
        if (known != null) {
            return known;
        }
        TraceFile trace = TraceFile.open(folders.apply(runId));
        open.put(runId, trace);
        return trace;
    }

    private void forget(String runId) {
        TraceFile broken = open.remove(runId);
        if (broken != null) {
            try {
                broken.close();
            } catch (IOException e) {
                log.debug("the trace of {} cannot be closed: {}", runId, e.getMessage());
            }
        }
    }

    private void fill(String runId, TraceFile trace) throws IOException {
        List<Recorded> missing = store.events(runId, trace.last(), PAGE);
        while (!missing.isEmpty()) {
            for (Recorded event : missing) {
                trace.append(event);
            }
            missing = store.events(runId, trace.last(), PAGE);
        }
    }

    /** What agents of the run sent through gateways, as far as the gateways have told it. */
    private void requests(String runId, TraceFile trace) throws IOException {
        for (Recorded request : store.sessions().ofRun(runId, MOST_REQUESTS)) {
            trace.appendOfOther(request);
        }
    }

    /**
     * Adds what the store has and the trace has not, the requests among it that agents of the run sent through gateways.
     *
     * @throws IOException when it is still incomplete
     */
    public void catchUp(String runId) throws IOException {
        Future<Boolean> done = writer.submit(() -> {
            TraceFile trace = trace(runId);
            try (TraceFile.Turn turn = trace.turn()) {
                if (turn.isOurs()) {
                    fill(runId, trace);
                    requests(runId, trace);
                }
                return turn.isOurs();
            } catch (IOException | RuntimeException e) {
                forget(runId);
                throw e;
            }
        });
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IOException(
                    "the trace of " + runId + " is not complete: "
                            + Optional.ofNullable(e.getCause())
                                    .map(Throwable::getMessage)
                                    .orElse(""),
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        writer.execute(() -> List.copyOf(open.keySet()).forEach(this::forget));
        writer.shutdown();
        boolean marked = Thread.interrupted();
        try {
            if (!writer.awaitTermination(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("the traces of the last runs are not complete yet; the store has everything");
            }
        } catch (InterruptedException e) {
            marked = true;
        }
        if (marked) {
            Thread.currentThread().interrupt();
        }
    }
}
