package dev.mulligan.store.event;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Puts events into the store, together with everything that is worked out from them. */
public final class EventLog {

    private static final String TAKE_POSITIONS =
            "update counter set value = value + ? where name = 'position' returning value";
    private static final String INSERT = "insert into event (position, run_id, seq, at, type, payload)"
            + " values (?, ?, ?, ?, ?, ?) on conflict (run_id, seq) do nothing";

    private final Database database;
    private final EventJson json;

    public EventLog(Database database, EventJson json) {
        this.database = database;
        this.json = json;
    }

    /** Stores all of them or none, and returns how many were new. */
    public int append(List<Recorded> events) {
        if (events.isEmpty()) {
            return 0;
        }
        return database.write("storing events", connection -> {
            database.hurry(connection);
            return append(connection, events);
        });
    }

    /** Work that belongs into the same transaction. */
    public interface Also {
        void on(Connection connection) throws SQLException;
    }

    public int append(List<Recorded> events, Also also) {
        return database.write("storing events", connection -> {
            int fresh = events.isEmpty() ? 0 : append(connection, events);
            also.on(connection);
            return fresh;
        });
    }

    /** Inside a transaction of the caller. */
    public int append(Connection connection, List<Recorded> events) throws SQLException {
        // Also a lock: positions become visible in their order, so that nobody who follows them skips one.
        long last = Sql.one(connection, TAKE_POSITIONS, row -> row.getLong(1), events.size())
                .orElseThrow(() -> new SQLException("the position counter is missing"));
        long position = last - events.size();
        List<Object[]> rows = new ArrayList<>(events.size());
        for (Recorded recorded : events) {
            rows.add(new Object[] {
                ++position,
                Sql.text(recorded.runId()),
                recorded.seq(),
                recorded.at().toEpochMilli(),
                recorded.type(),
                Sql.storable(json.payload(recorded))
            });
        }
        int[] inserted = Sql.batch(connection, INSERT, rows);
        EventFold fold = new EventFold(connection);
        int fresh = 0;
        for (int i = 0; i < inserted.length; i++) {
            if (inserted[i] == 1) {
                fold.add(events.get(i));
                fresh++;
            }
        }
        fold.flush();
        return fresh;
    }
}
