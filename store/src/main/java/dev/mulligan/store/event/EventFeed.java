package dev.mulligan.store.event;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Everything in the order it was stored, also what this program does not know the meaning of. */
public final class EventFeed {

    /** One event; {@code payload} is JSON. */
    public record Item(long position, String runId, long seq, long atMillis, String type, String payload) {}

    private final Database database;

    public EventFeed(Database database) {
        this.database = database;
    }

    public List<Item> since(long position, int limit) {
        return database.read(
                "following events",
                connection -> Sql.list(
                        connection,
                        "select position, run_id, seq, at, type, payload from event where position > ?"
                                + " order by position limit ?",
                        EventFeed::item,
                        position,
                        limit));
    }

    private static Item item(ResultSet row) throws SQLException {
        return new Item(
                row.getLong(1), row.getString(2), row.getLong(3), row.getLong(4), row.getString(5), row.getString(6));
    }
}
