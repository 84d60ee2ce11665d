package dev.mulligan.store.spool;

import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.PrivateFiles;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events on the disk, in files of lines like those of a trace. A file is delivered as a whole and then deleted; should a
 * program die in between, it is delivered again, and the store recognises what it has.
 */
final class EventSpool implements AutoCloseable {

    private static final long SEGMENT_BYTES = 4L << 20;

    /** A file that waits to be delivered. */
    record Segment(Path file, long bytes, long events) {}

    private final SpoolFolder folder;
    private final EventJson json;
    private final long mostBytes;

    // Mutable state, guarded by this
    private final Deque<Segment> full = new ArrayDeque<>();
    private @Nullable FileChannel open;
    private Segment filling = new Segment(Path.of(""), 0, 0);
    private long bytes;
    private long events;

    private EventSpool(SpoolFolder folder, EventJson json, long mostBytes) {
        this.folder = folder;
        this.json = json;
        this.mostBytes = mostBytes;
    }

    static EventSpool open(Path place, String name, EventJson json, long mostBytes) throws IOException {
        EventSpool spool = new EventSpool(SpoolFolder.open(place, name), json, mostBytes);
        for (Path file : spool.folder.left()) {
            spool.add(new Segment(file, Files.size(file), lines(file)));
        }
        return spool;
    }

    private synchronized void add(Segment segment) {
        full.addLast(segment);
        bytes += segment.bytes();
        events += segment.events();
    }

    private static long lines(Path file) throws IOException {
        long lines = 0;
        byte[] buffer = new byte[64 << 10];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }

    synchronized boolean isEmpty() {
        return events == 0;
    }

    synchronized long events() {
        return events;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Forced to the disk when this returns, but for events nobody depends on. Returns how many of them had room. */
    synchronized int append(List<Recorded> batch) throws IOException {
        StringBuilder lines = new StringBuilder();
        int taken = 0;
        boolean force = false;
        long length = 0;
        for (Recorded recorded : batch) {
            String line = json.line(recorded) + "\n";
            length += line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + length > mostBytes) {
                break;
            }
            lines.append(line);
            force |= TraceWriter.isMilestone(recorded);
            taken++;
        }
        if (taken > 0) {
            write(lines.toString().getBytes(StandardCharsets.UTF_8), taken, force);
        }
        return taken;
    }

    private void write(byte[] lines, int count, boolean force) throws IOException {
        FileChannel channel = channel();
        long start = channel.position();
        try {
            ByteBuffer left = ByteBuffer.wrap(lines);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            if (force) {
                channel.force(false);
            }
        } catch (IOException e) {
            channel.truncate(start);
            channel.position(start);
            throw e;
        }
        filling = new Segment(filling.file(), filling.bytes() + lines.length, filling.events() + count);
        bytes += lines.length;
        events += count;
        if (filling.bytes() >= SEGMENT_BYTES) {
            finishFile();
        }
    }

    private FileChannel channel() throws IOException {
        FileChannel channel = open;
        if (channel == null) {
            Path file = folder.fresh();
            channel = PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            open = channel;
            filling = new Segment(file, 0, 0);
        }
        return channel;
    }

    private void finishFile() throws IOException {
        FileChannel channel = open;
        if (channel != null) {
            channel.force(false);
            channel.close();
            open = null;
            full.addLast(filling);
        }
    }

    /** The oldest file that waits; what comes from now on goes to another one. */
    synchronized Optional<Segment> oldest() throws IOException {
        if (full.isEmpty()) {
            finishFile();
        }
        return Optional.ofNullable(full.peekFirst());
    }

    synchronized void delivered(Segment segment) throws IOException {
        Files.deleteIfExists(segment.file());
        full.remove(segment);
        bytes -= segment.bytes();
        events -= segment.events();
    }

    @Override
    public synchronized void close() throws IOException {
        finishFile();
        folder.close();
    }
}
