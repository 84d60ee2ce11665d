package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
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
    private final List<Event> ends = new ArrayList<>();
    private final ChunkSecrets secrets = new ChunkSecrets(Secrets.byShape());
    private final Set<String> operations = new LinkedHashSet<>();
    private int chunks;

    /** Told only together with what it is the end of: an attempt that is cut off before that ends again. */
    public void addAtEnd(Event event) {
        lock.lock();
        try {
            ends.add(event);
        } finally {
            lock.unlock();
        }
    }

    /** How an episode goes on is told at once, its end with the result. */
    public void addRetry(Event event) {
        if (event instanceof RetrySucceeded || event instanceof RetryExhausted) {
            addAtEnd(event);
        } else {
            add(event);
        }
    }

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
            return drainWithEnds();
        } finally {
            lock.unlock();
        }
    }

    /** Everything so far, and what ends with it. */
    public List<Event> drainWithEnds() {
        lock.lock();
        try {
            waiting.addAll(ends);
            ends.clear();
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
