package dev.mulligan.store;

import dev.mulligan.store.event.EventFold;
import dev.mulligan.store.report.Buckets;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.SqliteDatabase;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.PrivateFiles;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeping a store small, right and safe. */
public final class Upkeep {

    /** Work on each event in turn. */
    interface Rows {
        void on(Recorded recorded) throws SQLException;
    }

    private static final List<String> FOLDED = List.of(
            "run",
            "session",
            "timeline",
            "attempt",
            "escalation",
            "question",
            "policy",
            "learning",
            "stage_outcome",
            "strategy_outcome",
            "strategy_total",
            "first_failure",
            "cascade_item",
            "run_mark",
            "troubled",
            "trouble_slot",
            "rollup_request",
            "rollup_sum",
            "rollup_text",
            "rollup_count");
    private static final int CHUNK = 5000;

    private final Database database;
    private final Consumer<Rows> events;

    Upkeep(Database database, Consumer<Rows> events) {
        this.database = database;
        this.events = events;
    }

    /** Empties everything that follows from events and folds them anew, in one transaction: all of it or nothing. */
    public long rebuild() {
        return database.write("rebuilding", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : FOLDED) {
                    statement.execute("delete from " + table);
                }
            }
            Folding folding = new Folding(connection);
            events.accept(folding::add);
            folding.fold.flush();
            return folding.count;
        });
    }

    private static final class Folding {
        private final Connection connection;
        private EventFold fold;
        private long count;

        Folding(Connection connection) {
            this.connection = connection;
            this.fold = new EventFold(connection);
        }

        void add(Recorded recorded) throws SQLException {
            fold.add(recorded);
            if (++count % CHUNK == 0) {
                fold.flush();
                fold = new EventFold(connection);
            }
        }
    }

    /** Runs whose last word is older than the parameter, without those that can still be gone on with. */
    private static final String OLD_RUNS =
            "from run where last_at < ? and id not in (select run_id from flow where status in ("
                    + Stream.of(RunStatus.values())
                            .filter(status -> !status.isOver())
                            .map(status -> "'" + status + "'")
                            .collect(Collectors.joining(", "))
                    + "))";

    /**
     * Lets go of runs that said their last word before {@code cut}, unless they can be resumed: events, attempts,
     * escalations. Sums by day stay, so that analytics reach further back than events; sums by hour before the cut go.
     */
    public long retain(Instant cut) {
        long limit = cut.toEpochMilli();
        return database.write("letting go of old events", connection -> {
            String old = " in (select id " + OLD_RUNS + ")";
            long gone = Sql.update(connection, "delete from event where run_id" + old, limit);
            Sql.update(connection, "delete from attempt where run_id" + old, limit);
            Sql.update(connection, "delete from escalation where run_id" + old, limit);
            Sql.update(connection, "delete from first_failure where run_id" + old, limit);
            Sql.update(connection, "delete from run_mark where run_id" + old, limit);
            Sql.update(connection, "delete from troubled where at < ?", limit);
            Sql.update(connection, "delete from trouble_slot where last_at < ?", limit);
            Sql.update(connection, "delete from timeline where run_id" + old, limit);
            Sql.update(connection, "delete from session where last_at < ?", limit);
            long day = Buckets.start(Buckets.DAYS, limit);
            for (String table : List.of("rollup_request", "rollup_sum", "rollup_text", "rollup_count")) {
                Sql.update(connection, "delete from " + table + " where grain = 0 and bucket < ?", day);
            }
            Sql.update(connection, "delete " + OLD_RUNS, limit);
            return gone;
        });
    }

    /** What is wrong with the file; empty when nothing is. PostgreSQL looks after itself. */
    public List<String> check() {
        if (!(database instanceof SqliteDatabase)) {
            return List.of();
        }
        return database
                .read(
                        "checking the store",
                        connection -> Sql.list(connection, "pragma integrity_check(20)", row -> row.getString(1)))
                .stream()
                .filter(line -> !line.equals("ok"))
                .toList();
    }

    /** An empty file is written over, one with something in it is refused, as it should be. */
    private static void make(Path to) {
        try {
            PrivateFiles.file(to);
        } catch (IOException e) {
            throw new StoreException(
                    "the copy cannot be made: " + to, "Choose a folder that exists and can be written.", e);
        }
    }

    /** A consistent copy, taken while others write. For PostgreSQL use pg_dump. */
    public void backup(Path to) {
        if (!(database instanceof SqliteDatabase)) {
            throw new StoreException(
                    "a PostgreSQL store is not copied by mulligan",
                    "Use pg_dump; see docs/store.md.",
                    new UnsupportedOperationException("backup"));
        }
        database.read("backing up", connection -> {
            make(to);
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "vacuum into '" + to.toAbsolutePath().toString().replace("'", "''") + "'");
            }
            return true;
        });
    }
}
