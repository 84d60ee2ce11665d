package dev.mulligan.store.event;

import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** An event and its place in the order of everything; what a listener remembers to go on after a break. */
public record Positioned(long position, Recorded recorded) {

    /** From the columns position, run_id, seq, at, type, payload; empty for a type that this version does not know. */
    public static Optional<Positioned> read(ResultSet row) throws SQLException {
        long position = row.getLong(1);
        String runId = row.getString(2);
        long seq = row.getLong(3);
        Instant at = Instant.ofEpochMilli(row.getLong(4));
        return EventJson.event(row.getString(5), row.getString(6))
                .map(event -> new Positioned(position, new Recorded(runId, seq, at, event)));
    }
}
