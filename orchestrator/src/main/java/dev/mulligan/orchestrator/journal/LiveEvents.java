package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.redact.Secrets;
import dev.mulligan.store.trace.ChunkSecrets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** What happens during an attempt, gathered until the next write. Talk of the agent is bounded; facts are not. */
public final class LiveEvents {

    private static final int MOST_CHUNKS = 2_000;
    private static final int LONGEST_CHUNK = 2_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Event> waiting = new ArrayList<>();
    private final ChunkSecrets secrets = new ChunkSecrets(Secrets.byShape());
    private final Set<String> operations = new LinkedHashSet<>();
    private int chunks;

    public void add(Event event) {
        lock.lock();
        try {
            waiting.add(event);
        } finally {
            lock.unlock();
        }
    }

    public void chunk(String operationId, String stream, String line) {
        lock.lock();
        try {
            if (chunks++ < MOST_CHUNKS) {
                String text = line.length() > LONGEST_CHUNK ? line.substring(0, LONGEST_CHUNK) + " …" : line;
                operations.add(operationId);
                waiting.addAll(secrets.add(new AgentChunk(operationId, stream, text + "\n")));
            }
        } finally {
            lock.unlock();
        }
    }

    /** What could not be written stands first in line again. */
    public void putBack(List<Event> events) {
        lock.lock();
        try {
            waiting.addAll(0, events);
        } finally {
            lock.unlock();
        }
    }

    /** The attempt is over: also what was held back because it might have been half of a secret. */
    public List<Event> finish() {
        lock.lock();
        try {
            operations.forEach(operation -> waiting.addAll(secrets.end(operation)));
            return drain();
        } finally {
            lock.unlock();
        }
    }

    /** Everything so far; the next call gives only what came after. */
    public List<Event> drain() {
        lock.lock();
        try {
            List<Event> all = List.copyOf(waiting);
            waiting.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }
}
