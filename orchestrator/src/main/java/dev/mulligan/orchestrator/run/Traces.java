package dev.mulligan.orchestrator.run;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps each run's trace file equal to the store: what a crash left out is added before anything new. */
final class Traces implements Consumer<Recorded>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Traces.class);
    private static final int PAGE = 1_000;

    private final Path home;
    private final EventStore store;
    private final Map<String, TraceFile> open = new HashMap<>();

    Traces(Path home, EventStore store) {
        this.home = home;
        this.store = store;
    }

    @Override
    public synchronized void accept(Recorded recorded) {
        try {
            TraceFile trace = trace(recorded.runId());
            try (TraceFile.Turn turn = trace.turn()) {
                if (!turn.isOurs()) {
                    return;
                }
                if (recorded.seq() > trace.last() + 1) {
                    fill(recorded.runId(), trace);
                }
                trace.append(recorded);
            }
        } catch (IOException e) {
            // The store has it; the trace is filled up by the next run that can write.
            log.warn("the trace of {} cannot be written: {}", recorded.runId(), e.getMessage());
        }
    }

    private TraceFile trace(String runId) throws IOException {
        TraceFile known = open.get(runId);
        if (known != null) {
            return known;
        }
        TraceFile trace = TraceFile.open(RunFolder.of(home, runId));
        open.put(runId, trace);
        return trace;
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

    /** Adds what the store has and the trace has not. */
    synchronized void catchUp(String runId) throws IOException {
        TraceFile trace = trace(runId);
        try (TraceFile.Turn turn = trace.turn()) {
            if (turn.isOurs()) {
                fill(runId, trace);
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (TraceFile trace : open.values()) {
            trace.close();
        }
        open.clear();
    }
}
