package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowWriter;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.trace.Recorded;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes to the store, then tells everybody: what is heard has been stored, and in the order it was stored. */
public class RunLog {

    private final EventStore store;
    private final Flows flows;
    private final InstantSource clock;
    private final List<Consumer<Recorded>> listeners;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public RunLog(EventStore store, Flows flows, InstantSource clock, List<Consumer<Recorded>> listeners) {
        this.store = store;
        this.flows = flows;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
    }

    /** One transaction; its events are told afterwards. */
    public final class Writing {
        private final FlowWriter writer;
        private final List<Recorded> recorded = new ArrayList<>();

        private Writing(FlowWriter writer) {
            this.writer = writer;
        }

        public FlowWriter rows() {
            return writer;
        }

        public void append(String runId, List<? extends Event> events) {
            List<Event> fresh = new ArrayList<>(events);
            fresh.removeIf(event -> isAnnounced(runId, event));
            if (!fresh.isEmpty()) {
                recorded.addAll(writer.append(runId, clock.instant(), fresh));
            }
        }

        /** Whether the event tells what has been told. */
        public boolean isAnnounced(String runId, Event event) {
            return RunLog.this.isAnnounced(this, runId, event);
        }

        public void journal(String runId, String stepId, JournalEntry entry) {
            row(runId, stepId, JournalText.write(entry));
        }

        public void row(String runId, String stepId, String text) {
            writer.journal(runId, stepId, clock.instant(), text);
        }
    }

    /** An attempt that was cut off and starts over is still the one that was announced. */
    protected boolean isAnnounced(Writing writing, String runId, Event event) {
        return event instanceof AttemptStarted started
                && writing.rows().isAttemptOpen(runId, started.operationId(), started.attempt());
    }

    public <T> T write(String runId, String doing, Function<Writing, T> work) {
        ReentrantLock lock = locks.computeIfAbsent(runId, _ -> new ReentrantLock());
        lock.lock();
        try {
            List<Recorded> told = new ArrayList<>();
            T result = flows.transaction(doing, rows -> {
                told.clear();
                Writing writing = new Writing(rows);
                T made = work.apply(writing);
                told.addAll(writing.recorded);
                return made;
            });
            told.forEach(event -> listeners.forEach(listener -> listener.accept(event)));
            return result;
        } finally {
            lock.unlock();
        }
    }

    public EventStore store() {
        return store;
    }

    public Flows flows() {
        return flows;
    }

    public InstantSource clock() {
        return clock;
    }
}
