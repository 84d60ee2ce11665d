package dev.mulligan.store;

import dev.mulligan.record.advice.StageHistory;
import dev.mulligan.record.learn.CascadeWindow;
import dev.mulligan.record.share.NoteBoard;
import dev.mulligan.redact.Secrets;
import dev.mulligan.store.event.CascadeItems;
import dev.mulligan.store.event.EventFeed;
import dev.mulligan.store.event.EventLog;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.report.AlertWatch;
import dev.mulligan.store.report.Analytics;
import dev.mulligan.store.report.Troubles;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Migrator;
import dev.mulligan.store.sql.PostgresDatabase;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.SqliteDatabase;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All events, and what follows from them, on SQLite or PostgreSQL by one code path. What {@link #append} returned from is
 * on the disk. An event that is delivered again is recognised by its run and number and changes nothing.
 */
public final class EventStore implements AutoCloseable {

    private final Database database;
    private final EventLog log;

    private EventStore(Database database, EventJson json) {
        this.database = database;
        this.log = new EventLog(database, json);
    }

    /** Opens or creates: a file, or {@code postgres://user:password@host/database}. */
    public static EventStore open(String where) {
        return open(where, Secrets.byShape());
    }

    public static EventStore open(String where, Secrets secrets) {
        Database database = isServer(where) ? new PostgresDatabase(where, false) : new SqliteDatabase(file(where));
        try {
            Migrator.migrate(database);
            return new EventStore(database, new EventJson(secrets));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * The same, but a server that is away is waited for: until it is back every use fails, and the first that does not
     * brings the schema up to date.
     */
    public static EventStore openLater(String where) {
        try {
            return open(where);
        } catch (StoreException e) {
            if (!isServer(where) || !e.isAway()) {
                throw e;
            }
            return new EventStore(new PostgresDatabase(where, true), EventJson.standard());
        }
    }

    private static boolean isServer(String where) {
        return where.startsWith("postgres://")
                || where.startsWith("postgresql://")
                || where.startsWith("jdbc:postgresql:");
    }

    private static Path file(String where) {
        return Path.of(where.startsWith("sqlite:") ? where.substring("sqlite:".length()) : where);
    }

    /** Whether it answers now; waits a few seconds for it at most. */
    public boolean isThere() {
        try {
            return database.readOnce("asking whether the store is there", EventStore::position) >= 0;
        } catch (StoreException e) {
            return false;
        }
    }

    /** Stores all of them or none, and returns how many were new. */
    public int append(List<Recorded> events) {
        return log.append(events);
    }

    /** Many threads, one transaction: see {@link EventWriter}. */
    public EventWriter writer() {
        return new EventWriter(this);
    }

    /** Events of a run after a number, in order. */
    public List<Recorded> events(String runId, long afterSeq, int limit) {
        return database
                .read(
                        "reading events",
                        connection -> Sql.list(
                                connection,
                                "select position, run_id, seq, at, type, payload from event where run_id = ? and seq > ?"
                                        + " order by seq limit ?",
                                Positioned::read,
                                runId,
                                afterSeq,
                                limit))
                .stream()
                .flatMap(Optional::stream)
                .map(Positioned::recorded)
                .toList();
    }

    /** Everything after a position, in the order it was stored. */
    public List<Positioned> since(long position, int limit) {
        return database
                .read(
                        "reading events",
                        connection -> Sql.list(
                                connection,
                                "select position, run_id, seq, at, type, payload from event where position > ?"
                                        + " order by position limit ?",
                                Positioned::read,
                                position,
                                limit))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Those of some types after a position, up to and with another, in the order they were stored. */
    public List<Recorded> between(long after, long last, List<String> types) {
        String wanted = types.stream().map(type -> "?").collect(Collectors.joining(", "));
        List<Object> values = new ArrayList<>(List.of(after, last));
        values.addAll(types);
        return database
                .read(
                        "reading events",
                        connection -> Sql.list(
                                connection,
                                "select position, run_id, seq, at, type, payload from event where position > ?"
                                        + " and position <= ? and type in (" + wanted + ") order by position",
                                Positioned::read,
                                values.toArray()))
                .stream()
                .flatMap(Optional::stream)
                .map(Positioned::recorded)
                .toList();
    }

    /** The newest position; 0 in an empty store. */
    public long position() {
        return database.read("reading the position", EventStore::position);
    }

    private static long position(Connection connection) throws SQLException {
        return Sql.one(connection, "select value from counter where name = 'position'", row -> row.getLong(1))
                .orElse(0L);
    }

    /** What advice for a stage is based on: its newest outcomes and how strategies fared. */
    public StageHistory stageHistory(String stage, String signature, int window) {
        return database.read("reading the history of a stage", connection -> {
            List<Boolean> recent = Sql.list(
                    connection,
                    "select success from stage_outcome where stage = ? order by at desc limit ?",
                    row -> row.getLong(1) == 1,
                    stage,
                    window);
            Map<String, StageHistory.Score> here = signature.isEmpty()
                    ? Map.of()
                    : scores(
                            connection,
                            "select strategy, tries, successes from strategy_outcome where stage = ? and signature = ?",
                            stage,
                            signature);
            Map<String, StageHistory.Score> anywhere =
                    scores(connection, "select strategy, tries, successes from strategy_total where stage = ?", stage);
            return new StageHistory(recent, here, anywhere);
        });
    }

    /** The newest outcomes of different items of a workspace, oldest first: see {@link CascadeWindow}. */
    public List<CascadeWindow.Item> recentItems(String workspace, int size) {
        return database.read(
                "reading the newest outcomes", connection -> CascadeItems.newest(connection, workspace, size));
    }

    /** Runs that outlive a process. */
    public Flows flows() {
        return new Flows(database, log);
    }

    private static Map<String, StageHistory.Score> scores(Connection connection, String sql, Object... values)
            throws SQLException {
        Map<String, StageHistory.Score> scores = new HashMap<>();
        Sql.list(
                connection,
                sql,
                row -> scores.put(row.getString(1), new StageHistory.Score(row.getLong(2), row.getLong(3))) == null,
                values);
        return scores;
    }

    /** Where programs that share this store leave notes for each other; {@code teller} is this one's own name. */
    public NoteBoard notes(String teller) {
        return new SharedNotes(database, teller);
    }

    /** Lists for screens. */
    public Views views() {
        return new Views(database);
    }

    /** Sessions and their timelines. */
    public SessionViews sessions() {
        return new SessionViews(database);
    }

    /** Events as stored, for whoever follows them. */
    public EventFeed feed() {
        return new EventFeed(database);
    }

    public Analytics analytics() {
        return new Analytics(database);
    }

    /** What failed at least once, and incidents. */
    public Troubles troubles() {
        return new Troubles(database);
    }

    /** Which alerts were told to somebody already. */
    public AlertWatch alerts() {
        return new AlertWatch(database);
    }

    /** Retention, rebuilding, checking, backup. */
    public Upkeep upkeep() {
        return new Upkeep(database, this::each);
    }

    /** Brings traces in that are not in yet. */
    public TraceImport imports() {
        return new TraceImport(log, database);
    }

    private void each(Upkeep.Rows work) {
        database.read("reading all events", connection -> {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(
                    "select position, run_id, seq, at, type, payload from event order by position")) {
                statement.setFetchSize(5000);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        Optional<Positioned> event = Positioned.read(rows);
                        if (event.isPresent()) {
                            work.on(event.get().recorded());
                        }
                    }
                }
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            return true;
        });
    }

    /** Where it is, without passwords. */
    public String name() {
        return database.name();
    }

    @Override
    public void close() {
        database.close();
    }
}
