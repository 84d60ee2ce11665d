package dev.mulligan.workspace.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What the file system says about a file without reading it.
 *
 * @param modified nanoseconds since the epoch, like {@code changed}
 * @param changed when content, name or rights last changed; no program can set it back
 */
public record FileStamp(long modified, long changed, long inode, long size, int mode) {
    private static final String WANTED = "unix:lastModifiedTime,ctime,ino,size,mode";
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long COARSE_TICK = TimeUnit.MILLISECONDS.toNanos(2_100);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int KIND = 0170000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final int FOLDER = 0040000;
    private static final int OWNER_RUNS = 0100;

    public static Optional<FileStamp> of(Path path) {
        try {
            Map<String, Object> found = Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(new FileStamp(
                    nanos(found, "lastModifiedTime"),
                    nanos(found, "ctime"),
                    ((Number) found.getOrDefault("ino", 0L)).longValue(),
                    ((Number) found.getOrDefault("size", 0L)).longValue(),
                    ((Number) found.getOrDefault("mode", 0)).intValue()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static long nanos(Map<String, Object> found, String name) {
        return found.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0;
    }

    /**
     * Whether a look at that moment saw all of it. A change right after the look may carry the same time, since file
     * systems count in ticks; only a stamp that was old by then tells a changed file from an unchanged one.
     */
    boolean wasSettledAt(long nanos) {
        long last = Math.max(modified, changed);
        return last + (last % SECOND == 0 ? COARSE_TICK : TICK) < nanos;
    }

    boolean isFile() {
        return (mode & KIND) == REGULAR || isLink();
    }

    boolean isLink() {
        return (mode & KIND) == LINK;
    }

    boolean isFolder() {
        return (mode & KIND) == FOLDER;
    }

    /** As git writes it in trees. */
    String gitMode() {
        return isLink() ? "120000" : (mode & OWNER_RUNS) != 0 ? "100755" : "100644";
    }
}
