package dev.mulligan.server.access;

import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.RouteChange;
import dev.mulligan.server.http.Visitor;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every call that changes something: who, what, when, from where. One JSON object a line, only ever added to. */
public final class AuditLog {

    /** {@code before}: where the next older page ends; empty when there is none. */
    public record Page(List<JsonObject> entries, Optional<Long> before) {}

    private static final Logger log = LoggerFactory.getLogger(AuditLog.class);
    private static final int LONGEST_PAGE = 1 << 20;
    private static final int LONGEST_TARGET = 500;

    private final Optional<Path> file;

    public AuditLog(Optional<Path> file) {
        this.file = file;
    }

    public synchronized void add(Instant at, Visitor who, RouteChange change, String from, int status) {
        if (file.isEmpty()) {
            return;
        }
        String line = Json.write(Json.object(
                        "at",
                        at,
                        "who",
                        who.name(),
                        "role",
                        who.role().wireName(),
                        "proven",
                        who.proven(),
                        "from",
                        from,
                        "method",
                        change.method(),
                        "path",
                        change.path(),
                        "target",
                        shown(change.target()),
                        "status",
                        status))
                + "\n";
        try {
            if (!Files.exists(file.get(), LinkOption.NOFOLLOW_LINKS)) {
                Files.createFile(
                        file.get(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(
                    file.get(), line, StandardCharsets.UTF_8, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
        } catch (IOException e) {
            log.error("The audit log {} cannot be written ({}); the call was: {}", file.get(), e.toString(), line);
        }
    }

    private static String shown(String text) {
        return SafeText.message(text.length() > LONGEST_TARGET ? text.substring(0, LONGEST_TARGET) : text);
    }

    /** The newest entries before this place in the file, newest first. */
    public Page page(Optional<Long> before, int most) {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return new Page(List.of(), Optional.empty());
        }
        try (FileChannel in = FileChannel.open(file.get(), Set.of(StandardOpenOption.READ))) {
            long end = Math.min(before.orElse(Long.MAX_VALUE), in.size());
            long start = Math.max(0, end - LONGEST_PAGE);
            ByteBuffer bytes = ByteBuffer.allocate((int) (end - start));
            while (bytes.hasRemaining() && in.read(bytes, start + bytes.position()) >= 0) {}
            return newest(bytes.array(), start, most);
        } catch (IOException e) {
            throw Problem.of(503, "The audit log cannot be read", String.valueOf(e.getMessage()));
        }
    }

    private static Page newest(byte[] bytes, long start, int most) {
        List<JsonObject> entries = new ArrayList<>();
        int end = bytes.length;
        while (end > 0 && entries.size() < most) {
            int from = end - 1;
            while (from > 0 && bytes[from - 1] != '\n') {
                from--;
            }
            if (from == 0 && start > 0) {
                // The beginning of this line is on the next page.
                break;
            }
            String line = new String(bytes, from, end - from, StandardCharsets.UTF_8).strip();
            try {
                if (!line.isEmpty()) {
                    entries.add(Json.parseObject(line));
                }
            } catch (JsonException halfWritten) {
                log.debug("A line of the audit log is not whole: {}", halfWritten.getMessage());
            }
            end = from;
        }
        return new Page(entries, start + end > 0 ? Optional.of(start + end) : Optional.empty());
    }
}
