package dev.mulligan.workspace.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a second writer out of a workspace in which something works in place. The system lets the lock go when the
 * program that holds it ends, however it ends.
 */
public final class WorkspaceLease implements AutoCloseable {

    /**
     * Who works there.
     *
     * @param who the user's name on this machine
     * @param what such as {@code run 20261116-101530-a1b2c3}
     */
    public record Holder(String who, String what, long pid, Instant since) {

        @Override
        public String toString() {
            return what + " of " + who + " (process " + pid + ", since " + since + ")";
        }
    }

    private final FileChannel channel;
    private final Path note;

    private WorkspaceLease(FileChannel channel, Path note) {
        this.channel = channel;
        this.note = note;
    }

    /** Empty when somebody else holds it; {@link #holder} then says who. */
    public static Optional<WorkspaceLease> take(Path workspace, String what, Instant now) throws IOException {
        Path folder = StateFolder.make(workspace);
        FileChannel channel =
                FileChannel.open(folder.resolve("lease.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean held = false;
        try {
            held = isLocked(channel);
            if (held) {
                Path note = folder.resolve("lease");
                Files.writeString(
                        note,
                        System.getProperty("user.name", "somebody") + "\n" + what.replace('\n', ' ') + "\n"
                                + ProcessHandle.current().pid() + "\n" + now + "\n",
                        StandardCharsets.UTF_8);
                return Optional.of(new WorkspaceLease(channel, note));
            }
            return Optional.empty();
        } finally {
            if (!held) {
                channel.close();
            }
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException ownProgram) {
            return false;
        }
    }

    /** Who holds it now; empty when nobody does. */
    public static Optional<Holder> holder(Path workspace) throws IOException {
        Path folder = StateFolder.of(workspace);
        if (!Files.exists(folder.resolve("lease.lock"))) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(folder.resolve("lease.lock"), StandardOpenOption.WRITE)) {
            if (isLocked(channel)) {
                return Optional.empty();
            }
        }
        try {
            List<String> lines = Files.readAllLines(folder.resolve("lease"), StandardCharsets.UTF_8);
            return Optional.of(
                    new Holder(lines.get(0), lines.get(1), Long.parseLong(lines.get(2)), Instant.parse(lines.get(3))));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException | DateTimeException beingWritten) {
            return Optional.of(new Holder("somebody", "another program", 0, Instant.EPOCH));
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(note);
            channel.close();
        } catch (IOException e) {
            // The lock goes with the program at the latest.
        }
    }
}
