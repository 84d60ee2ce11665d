package dev.mulligan.store.trace;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/**
 * Appends to the trace of one run. A line that a killed process left unfinished is ended first, so that the next event
 * stands on its own line. Safe to use from several threads; one process at a time.
 */
public final class TraceWriter implements AutoCloseable {

    /** When a line is forced to the disk. */
    public enum Sync {
        /** Each event before {@link #append} returns. */
        EVERY_EVENT,
        /** Events a resume depends on at once, the others with them: chunks of output are not worth a disk write each. */
        MILESTONES,
        /** As the operating system pleases; a power cut can take the newest lines. */
        NEVER
    }

    private static final Set<String> PASSING = Set.of("AgentChunk", "RetryScheduled", "ProviderRequestStarted");

    private final FileChannel channel;
    private final EventJson json;
    private final Sync sync;

    private TraceWriter(FileChannel channel, EventJson json, Sync sync) {
        this.channel = channel;
        this.json = json;
        this.sync = sync;
    }

    /** Opens or creates {@code runFolder/trace.jsonl}. */
    public static TraceWriter open(Path runFolder, EventJson json, Sync sync) throws IOException {
        PrivateFiles.folder(runFolder);
        Path trace = runFolder.resolve(RunFolder.TRACE);
        PrivateFiles.file(trace);
        RandomAccessFile file = new RandomAccessFile(trace.toFile(), "rw");
        long length = file.length();
        if (length > 0) {
            file.seek(length - 1);
            boolean torn = file.read() != '\n';
            file.seek(length);
            if (torn) {
                file.write('\n');
            }
        }
        return new TraceWriter(file.getChannel(), json, sync);
    }

    public synchronized void append(Recorded recorded) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((json.line(recorded) + "\n").getBytes(StandardCharsets.UTF_8));
        long start = channel.position();
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
        } catch (IOException e) {
            takeBack(start, e);
            throw e;
        }
        if (sync == Sync.EVERY_EVENT || (sync == Sync.MILESTONES && isMilestone(recorded))) {
            channel.force(false);
        }
    }

    /** Whether somebody depends on it after a power cut. */
    public static boolean isMilestone(Recorded recorded) {
        return !PASSING.contains(recorded.type());
    }

    /** On a full disk half a line is worse than none. */
    private void takeBack(long start, IOException why) {
        try {
            channel.truncate(start);
            channel.position(start);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        try (channel) {
            if (sync != Sync.NEVER) {
                channel.force(false);
            }
        }
    }
}
