package dev.mulligan.store.event;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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

    /** Those of one type of a run, in order: the others are not even decoded. */
    public List<Recorded> ofType(String runId, String type, int limit) {
        return database
                .read(
                        "reading events of a type",
                        connection -> Sql.list(
                                connection,
                                "select position, run_id, seq, at, type, payload from event where run_id = ? and type = ?"
                                        + " order by seq limit ?",
                                Positioned::read,
                                runId,
                                type,
                                limit))
                .stream()
                .flatMap(Optional::stream)
                .map(Positioned::recorded)
                .toList();
    }

    private static Item item(ResultSet row) throws SQLException {
        return new Item(
                row.getLong(1), row.getString(2), row.getLong(3), row.getLong(4), row.getString(5), row.getString(6));
    }
}
