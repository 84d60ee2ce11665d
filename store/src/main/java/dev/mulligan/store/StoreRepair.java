package dev.mulligan.store;

import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Saves every readable row of a damaged SQLite store into a new one. The damaged file is kept beside it. What is still
 * missing comes back by importing the traces.
 */
public final class StoreRepair {

    private static final int PAGE = 200;
    private static final String SELECT = "select position, run_id, seq, at, type, payload from event"
            + " where position > ? and position <= ? order by position";

    /** The first of the bytes that SQLite locks for as long as somebody has the file open, and how many they are. */
    private static final long LOCKED_FROM = 0x40000002L;

    private static final long LOCKED = 510;

    /**
     * @param saved events
     * @param rows other rows by table, such as the state of runs, beside those that follow from the events
     * @param unread what could not be read, for people: empty when everything was saved
     * @param keptAside where the damaged file is now
     */
    public record Result(long saved, Map<String, Long> rows, List<String> unread, Path keptAside) {}

    private StoreRepair() {}

    /** Refuses a store that another program has open: what that one writes from now on would be lost. */
    public static Result repair(Path file) throws IOException {
        refuseInUse(file);
        Path aside = free(file);
        move(file, aside);
        for (String companion : List.of("-wal", "-shm")) {
            Path from = Path.of(file + companion);
            if (Files.exists(from)) {
                move(from, Path.of(aside + companion));
            }
        }
        List<String> unread = new ArrayList<>();
        long saved;
        try (EventStore fresh = EventStore.open(file.toString())) {
            saved = rescue(aside, fresh, unread);
        }
        Map<String, Long> rows = Map.of();
        try (Connection from = DriverManager.getConnection("jdbc:sqlite:" + aside);
                Connection to = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            TableRescue.Result copied = new TableRescue(from, to).copy();
            rows = copied.rows();
            copied.damaged().forEach(table -> unread.add("some rows of table " + table));
        } catch (SQLException e) {
            unread.add("tables beside the events (" + e.getMessage() + ")");
        }
        return new Result(saved, rows, List.copyOf(unread), aside);
    }

    private static void refuseInUse(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock(LOCKED_FROM, LOCKED, false)) {
            if (lock == null) {
                throw new StoreException(
                        file + " is in use by another program",
                        "End mulligan serve, workers and runs that use it, then repair it again.",
                        new IllegalStateException("locked"));
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path free(Path file) {
        for (int i = 1; ; i++) {
            Path aside = Path.of(file + ".damaged-" + i);
            if (!Files.exists(aside)) {
                return aside;
            }
        }
    }

    private static long rescue(Path damaged, EventStore fresh, List<String> unread) {
        AtomicLong missing = new AtomicLong();
        long saved = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + damaged)) {
            long end = lastPosition(connection);
            for (long from = 0; from < end; from += PAGE) {
                saved += fresh.append(page(connection, from, Math.min(end, from + PAGE), missing));
            }
        } catch (SQLException e) {
            // Nothing of it can be read: the new store starts empty and the traces fill it.
            unread.add("the events (" + e.getMessage() + ")");
        }
        if (missing.get() > 0) {
            unread.add("up to " + missing.get() + " events");
        }
        return saved;
    }

    private static long lastPosition(Connection connection) throws SQLException {
        try {
            return Sql.one(connection, "select value from counter where name = 'position'", row -> row.getLong(1))
                    .orElse(0L);
        } catch (SQLException e) {
            return Sql.one(connection, "select max(position) from event", row -> row.getLong(1))
                    .orElse(0L);
        }
    }

    /** A page that cannot be read as a whole is read in halves, down to single events. */
    private static List<Recorded> page(Connection connection, long from, long to, AtomicLong missing) {
        try {
            return Sql.list(connection, SELECT, Positioned::read, from, to).stream()
                    .flatMap(Optional::stream)
                    .map(Positioned::recorded)
                    .toList();
        } catch (SQLException | RuntimeException e) {
            if (to - from <= 1) {
                missing.incrementAndGet();
                return List.of();
            }
            long middle = (from + to) / 2;
            List<Recorded> both = new ArrayList<>(page(connection, from, middle, missing));
            both.addAll(page(connection, middle, to, missing));
            return both;
        }
    }
}
