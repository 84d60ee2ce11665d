package dev.mulligan.store;

import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Saves what can be read of a damaged SQLite store into a new one. The damaged file is kept beside it. What is still
 * missing comes back by importing the traces.
 */
public final class StoreRepair {

    private static final int PAGE = 200;
    private static final String SELECT = "select position, run_id, seq, at, type, payload from event"
            + " where position > ? and position <= ? order by position";

    /** How many events were saved, and where the damaged file is now. */
    public record Result(long saved, Path keptAside) {}

    private StoreRepair() {}

    public static Result repair(Path file) throws IOException {
        Path aside = free(file);
        move(file, aside);
        for (String companion : List.of("-wal", "-shm")) {
            Path from = Path.of(file + companion);
            if (Files.exists(from)) {
                move(from, Path.of(aside + companion));
            }
        }
        try (EventStore fresh = EventStore.open(file.toString())) {
            return new Result(rescue(aside, fresh), aside);
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

    private static long rescue(Path damaged, EventStore fresh) {
        long saved = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + damaged)) {
            long end = lastPosition(connection);
            for (long from = 0; from < end; from += PAGE) {
                saved += fresh.append(page(connection, from, Math.min(end, from + PAGE)));
            }
        } catch (SQLException e) {
            // Nothing of it can be read: the new store starts empty and the traces fill it.
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
    private static List<Recorded> page(Connection connection, long from, long to) {
        try {
            return Sql.list(connection, SELECT, Positioned::read, from, to).stream()
                    .flatMap(Optional::stream)
                    .map(Positioned::recorded)
                    .toList();
        } catch (SQLException | RuntimeException e) {
            if (to - from <= 1) {
                return List.of();
            }
            long middle = (from + to) / 2;
            List<Recorded> both = new ArrayList<>(page(connection, from, middle));
            both.addAll(page(connection, middle, to));
            return both;
        }
    }
}
