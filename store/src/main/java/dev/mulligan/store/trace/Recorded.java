package dev.mulligan.store.trace;

import dev.mulligan.event.Event;
import dev.mulligan.redact.Secrets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event at its place in a run. {@code runId} and {@code seq} together are its identity: delivering it twice changes
 * nothing. Times are kept to the millisecond, as stores keep them.
 *
 * <p>Traces, stores and spools take nothing but this, and it holds no secret: every text is searched when it is made,
 * whether it comes from a program or from somebody's file.
 */
public record Recorded(String runId, long seq, Instant at, Event event) {

    public Recorded {
        if (runId.isBlank()) {
            throw new IllegalArgumentException("an event needs a runId");
        }
        if (seq < 0) {
            throw new IllegalArgumentException("seq: " + seq + " is negative; events of a run count from 0 or 1");
        }
        runId = Secrets.redact(runId);
        event = Secrets.byShape().in(event);
        at = at.truncatedTo(ChronoUnit.MILLIS);
    }

    public String type() {
        return event.type();
    }
}
