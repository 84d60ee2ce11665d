package dev.mulligan.store;

import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Brings traces into the store. How far each file was read is remembered, so that the next time costs only what is new. */
public final class TraceImport {

    private static final int CHUNK = 5000;

    /** What an import came to; {@code bad} lines were skipped. */
    public record Result(int files, long events, long fresh, List<TraceReader.BadLine> bad) {}

    private final EventStore store;
    private final Database database;

    TraceImport(EventStore store, Database database) {
        this.store = store;
        this.database = database;
    }

    /** Every trace below a {@code .mulligan} folder. */
    public Result folder(Path folder) throws IOException {
        int files = 0;
        long events = 0;
        long fresh = 0;
        List<TraceReader.BadLine> bad = new ArrayList<>();
        for (Path trace : RunFolder.traces(folder)) {
            Result one = file(trace);
            files += one.files;
            events += one.events;
            fresh += one.fresh;
            bad.addAll(one.bad);
        }
        return new Result(files, events, fresh, List.copyOf(bad));
    }

    public Result file(Path trace) throws IOException {
        String path = trace.toAbsolutePath().normalize().toString();
        long from = database.read(
                "looking how far a trace was read",
                connection -> Sql.one(
                                connection,
                                "select next_offset from trace_file where path = ?",
                                row -> row.getLong(1),
                                path)
                        .orElse(0L));
        long size = Files.size(trace);
        if (size == from) {
            return new Result(0, 0, 0, List.of());
        }
        Chunks chunks = new Chunks();
        // A file that shrank is another file: its events that are in already are recognised.
        TraceReader.Result read = TraceReader.read(trace, size < from ? 0 : from, chunks::add);
        chunks.flush();
        database.write(
                "remembering how far a trace was read",
                connection -> Sql.update(
                        connection,
                        "insert into trace_file (path, next_offset) values (?, ?)"
                                + " on conflict (path) do update set next_offset = excluded.next_offset",
                        path,
                        read.nextOffset()));
        return new Result(1, read.events(), chunks.fresh, read.bad());
    }

    private final class Chunks {
        private final List<Recorded> chunk = new ArrayList<>(CHUNK);
        private long fresh;

        void add(Recorded recorded) {
            chunk.add(recorded);
            if (chunk.size() == CHUNK) {
                flush();
            }
        }

        void flush() {
            fresh += store.append(List.copyOf(chunk));
            chunk.clear();
        }
    }
}
