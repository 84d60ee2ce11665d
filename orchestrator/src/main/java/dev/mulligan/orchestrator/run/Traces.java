package dev.mulligan.orchestrator.run;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
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
    private final Map<String, Trace> open = new HashMap<>();

    private static final class Trace {
        final TraceWriter writer;
        long last;

        Trace(TraceWriter writer, long last) {
            this.writer = writer;
            this.last = last;
        }
    }

    Traces(Path home, EventStore store) {
        this.home = home;
        this.store = store;
    }

    @Override
    public synchronized void accept(Recorded recorded) {
        try {
            Trace trace = trace(recorded.runId());
            if (recorded.seq() <= trace.last) {
                return;
            }
            if (recorded.seq() > trace.last + 1) {
                fill(recorded.runId(), trace);
            }
            if (recorded.seq() > trace.last) {
                trace.writer.append(recorded);
                trace.last = recorded.seq();
            }
        } catch (IOException e) {
            // The store has it; the trace is filled up by the next run that can write.
            log.warn("the trace of {} cannot be written: {}", recorded.runId(), e.getMessage());
        }
    }

    private Trace trace(String runId) throws IOException {
        Trace known = open.get(runId);
        if (known != null) {
            return known;
        }
        RunFolder folder = RunFolder.of(home, runId);
        long last = 0;
        if (Files.exists(folder.trace())) {
            for (Recorded line : TraceReader.all(folder.trace())) {
                last = Math.max(last, line.seq());
            }
        }
        Trace trace = new Trace(TraceWriter.open(folder.path(), EventJson.standard(), TraceWriter.Sync.NEVER), last);
        open.put(runId, trace);
        return trace;
    }

    private void fill(String runId, Trace trace) throws IOException {
        List<Recorded> missing = store.events(runId, trace.last, PAGE);
        while (!missing.isEmpty()) {
            for (Recorded event : missing) {
                trace.writer.append(event);
                trace.last = event.seq();
            }
            missing = store.events(runId, trace.last, PAGE);
        }
    }

    /** Adds what the store has and the trace has not. */
    synchronized void catchUp(String runId) throws IOException {
        fill(runId, trace(runId));
    }

    @Override
    public synchronized void close() throws IOException {
        for (Trace trace : open.values()) {
            trace.writer.close();
        }
        open.clear();
    }
}
