package dev.mulligan.store;

import dev.mulligan.store.event.EventLog;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Brings traces into the store. How far each file was read is remembered together with what was read of it, so that the
 * next time costs only what is new. The files are read on one thread while what was read before is stored on another.
 */
public final class TraceImport {

    private static final int CHUNK = 20_000;

    /** What an import came to; {@code bad} lines were skipped. */
    public record Result(int files, long events, long fresh, List<TraceReader.BadLine> bad) {}

    private final EventLog log;
    private final Database database;

    TraceImport(EventLog log, Database database) {
        this.log = log;
        this.database = database;
    }

    /** Every trace below a {@code .mulligan} folder. */
    public Result folder(Path folder) throws IOException {
        return files(RunFolder.traces(folder));
    }

    public Result file(Path trace) throws IOException {
        return files(List.of(trace));
    }

    private Result files(List<Path> traces) throws IOException {
        Map<String, Long> offsets = offsets();
        int files = 0;
        long events = 0;
        List<TraceReader.BadLine> bad = new ArrayList<>();
        try (Chunks chunks = new Chunks()) {
            for (Path trace : traces) {
                long from = offsets.getOrDefault(key(trace), 0L);
                long size = Files.size(trace);
                if (size == from) {
                    continue;
                }
                // A file that shrank is another file: its events that are in already are recognised.
                TraceReader.Result read = TraceReader.read(trace, size < from ? 0 : from, chunks::add);
                chunks.readTo(key(trace), read.nextOffset());
                files++;
                events += read.events();
                bad.addAll(read.bad());
            }
            return new Result(files, events, chunks.finish(), List.copyOf(bad));
        }
    }

    private static String key(Path trace) {
        return trace.toAbsolutePath().normalize().toString();
    }

    private Map<String, Long> offsets() {
        Map<String, Long> offsets = new HashMap<>();
        database.read(
                "looking how far traces were read",
                connection -> Sql.list(
                        connection,
                        "select path, next_offset from trace_file",
                        row -> offsets.put(row.getString(1), row.getLong(2)) == null));
        return offsets;
    }

    /** Fills one chunk while the one before is on its way to the disk; never more than these two. */
    private final class Chunks implements AutoCloseable {
        private final ExecutorService storing = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("mulligan-import").daemon(true).factory());
        private CompletableFuture<Integer> before = CompletableFuture.completedFuture(0);
        private List<Recorded> events = new ArrayList<>(CHUNK);
        private Map<String, Long> offsets = new LinkedHashMap<>();
        private long fresh;

        void add(Recorded recorded) {
            events.add(recorded);
            if (events.size() == CHUNK) {
                store();
            }
        }

        void readTo(String file, long offset) {
            offsets.put(file, offset);
        }

        long finish() {
            store();
            join();
            return fresh;
        }

        private void store() {
            join();
            List<Recorded> full = events;
            Map<String, Long> reached = offsets;
            before = CompletableFuture.supplyAsync(
                    () -> log.append(full, connection -> remember(connection, reached)), storing);
            events = new ArrayList<>(CHUNK);
            offsets = new LinkedHashMap<>();
        }

        private void join() {
            try {
                fresh += before.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof StoreException cause ? cause : e;
            }
        }

        @Override
        public void close() {
            storing.close();
        }
    }

    private static void remember(Connection connection, Map<String, Long> offsets) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        offsets.forEach((file, offset) -> rows.add(new Object[] {file, offset}));
        Sql.batch(
                connection,
                "insert into trace_file (path, next_offset) values (?, ?)"
                        + " on conflict (path) do update set next_offset = excluded.next_offset",
                rows);
    }
}
