package dev.mulligan.orchestrator.trace;

import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run's trace, which workers on the same machine write in turns. Nobody waits for a turn, since its holder may be
 * frozen: what is left out now is filled in from the store with the next event.
 */
final class TraceFile implements AutoCloseable {

    private final RunFolder folder;
    private final FileChannel turns;
    private TraceWriter writer;
    private final Set<String> others = new HashSet<>();
    private long last;
    private long end;

    private TraceFile(RunFolder folder, FileChannel turns, TraceWriter writer) {
        this.folder = folder;
        this.turns = turns;
        this.writer = writer;
    }

    static TraceFile open(RunFolder folder) throws IOException {
        Files.createDirectories(folder.path());
        Path lock = folder.path().resolve("trace.lock");
        FileChannel turns = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return new TraceFile(folder, turns, writer(folder));
    }

    private static TraceWriter writer(RunFolder folder) throws IOException {
        return TraceWriter.open(folder.path(), EventJson.standard(), TraceWriter.Sync.NEVER);
    }

    /** The right to write, or not. */
    record Turn(Optional<FileLock> lock) implements AutoCloseable {
        boolean isOurs() {
            return lock.isPresent();
        }

        @Override
        public void close() throws IOException {
            if (lock.isPresent()) {
                lock.get().release();
            }
        }
    }

    /** With it comes what others wrote since the last one. */
    Turn turn() throws IOException {
        @Nullable FileLock lock;
        try {
            lock = turns.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        Turn turn = new Turn(Optional.ofNullable(lock));
        if (turn.isOurs() && Files.size(folder.trace()) != end) {
            try {
                follow();
            } catch (IOException | RuntimeException e) {
                turn.close();
                throw e;
            }
        }
        return turn;
    }

    private void follow() throws IOException {
        writer.close();
        writer = writer(folder);
        TraceReader.read(folder.trace(), end, line -> {
            if (isOwn(line.runId())) {
                last = Math.max(last, line.seq());
            } else {
                others.add(line.runId() + "/" + line.seq());
            }
        });
        end = Files.size(folder.trace());
    }

    private boolean isOwn(String runId) {
        return folder.path().endsWith(runId);
    }

    /** An event of another recorder that belongs to this run; once. */
    void appendOfOther(Recorded event) throws IOException {
        if (others.add(event.runId() + "/" + event.seq())) {
            writer.append(event);
            end = Files.size(folder.trace());
        }
    }

    /** The newest event of the run itself in the file. */
    long last() {
        return last;
    }

    /** An event that is there already is left out. */
    void append(Recorded event) throws IOException {
        if (event.seq() > last) {
            writer.append(event);
            last = event.seq();
            end = Files.size(folder.trace());
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
        turns.close();
    }
}
