package dev.mulligan.store.trace;

import dev.mulligan.event.Event;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event at its place in a run. {@code runId} and {@code seq} together are its identity: delivering it twice changes
 * nothing. Times are kept to the millisecond, as stores keep them.
 */
public record Recorded(String runId, long seq, Instant at, Event event) {

    public Recorded {
        if (runId.isBlank()) {
            throw new IllegalArgumentException("an event needs a runId");
        }
        if (seq < 0) {
            throw new IllegalArgumentException("seq: " + seq + " is negative; events of a run count from 0 or 1");
        }
        at = at.truncatedTo(ChronoUnit.MILLIS);
    }

    public String type() {
        return event.type();
    }
}
