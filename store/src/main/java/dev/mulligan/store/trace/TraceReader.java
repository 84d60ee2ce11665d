package dev.mulligan.store.trace;

import dev.mulligan.text.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a trace from a byte offset on. A bad line is reported and skipped; a last line without an end is left for next
 * time, because its writer may still be at it.
 */
public final class TraceReader {

    private static final int LONGEST_LINE = 64 * 1024 * 1024;

    /** A line that could not be used: where it starts, and why. */
    public record BadLine(Path file, long offset, String why) {}

    /**
     * What a reading came to.
     *
     * @param nextOffset where to go on next time
     * @param unknown how many events were of types this program does not know
     * @param torn whether an unfinished line stands at the end
     */
    public record Result(long nextOffset, long events, long unknown, boolean torn, List<BadLine> bad) {}

    private TraceReader() {}

    public static List<Recorded> all(Path file) throws IOException {
        List<Recorded> events = new ArrayList<>();
        read(file, 0, events::add);
        return events;
    }

    public static Result read(Path file, long from, Consumer<Recorded> each) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(Math.min(from, channel.size()));
            return new Reading(file, Math.min(from, channel.size()), each).read(Channels.newInputStream(channel));
        }
    }

    private static final class Reading {
        private final Path file;
        private final Consumer<Recorded> each;
        private final List<BadLine> bad = new ArrayList<>();
        private long lineStart;
        private long events;
        private long unknown;
        private byte[] line = new byte[4096];
        private int length;

        Reading(Path file, long from, Consumer<Recorded> each) {
            this.file = file;
            this.lineStart = from;
            this.each = each;
        }

        Result read(InputStream in) throws IOException {
            byte[] buffer = new byte[256 * 1024];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                int start = 0;
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == '\n') {
                        keep(buffer, start, i);
                        finishLine();
                        start = i + 1;
                    }
                }
                keep(buffer, start, n);
            }
            return new Result(lineStart, events, unknown, length > 0, List.copyOf(bad));
        }

        private void keep(byte[] buffer, int from, int to) {
            int more = to - from;
            if (length + more > line.length) {
                if (length + more > LONGEST_LINE) {
                    throw new JsonException(file + ": a line of more than " + LONGEST_LINE / 1024 / 1024
                            + " MB starts at byte " + lineStart + "; this is no trace");
                }
                line = java.util.Arrays.copyOf(line, Math.max(line.length * 2, length + more));
            }
            System.arraycopy(buffer, from, line, length, more);
            length += more;
        }

        private void finishLine() {
            String text = new String(line, 0, length, StandardCharsets.UTF_8).strip();
            if (!text.isEmpty()) {
                try {
                    Optional<Recorded> recorded = EventJson.read(text);
                    recorded.ifPresent(each);
                    events += recorded.isPresent() ? 1 : 0;
                    unknown += recorded.isPresent() ? 0 : 1;
                } catch (JsonException | IllegalArgumentException e) {
                    bad.add(new BadLine(file, lineStart, String.valueOf(e.getMessage())));
                }
            }
            lineStart += length + 1L;
            length = 0;
        }
    }
}
