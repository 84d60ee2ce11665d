package dev.mulligan.store.spool;

import dev.mulligan.store.trace.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of one spool in a folder that several programs may share. Each program holds a lock on its own name as long
 * as it lives; what a dead one left is taken over by whoever opens the folder next.
 */
final class SpoolFolder implements AutoCloseable {

    private static final String LOCK = ".lock";
    private static final String SEGMENT = ".jsonl";

    private final Path folder;
    private final String name;
    private final List<FileChannel> locks = new ArrayList<>();
    private final List<Path> lockFiles = new ArrayList<>();
    private final List<Path> left = new ArrayList<>();
    private int next;

    private SpoolFolder(Path folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    static SpoolFolder open(Path folder, String name) throws IOException {
        SpoolFolder opened = new SpoolFolder(folder, name);
        for (Path lock : opened.files(LOCK)) {
            if (opened.lock(lock)) {
                String dead = withoutEnd(lock, LOCK);
                opened.files(SEGMENT).stream()
                        .filter(file -> ownerOf(file).equals(dead))
                        .forEach(opened.left::add);
            }
        }
        return opened;
    }

    /** What programs that are gone did not deliver, oldest first. */
    List<Path> left() {
        return List.copyOf(left);
    }

    /** The next file of our own; folder and lock are made with the first. */
    Path fresh() throws IOException {
        if (next == 0) {
            PrivateFiles.folder(folder);
            if (!lock(folder.resolve(name + LOCK))) {
                throw new IOException("another program uses the name " + name + " in " + folder);
            }
        }
        return folder.resolve(name + "." + String.format("%08d", ++next) + SEGMENT);
    }

    private List<Path> files(String end) throws IOException {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    private static String ownerOf(Path segment) {
        String text = withoutEnd(segment, SEGMENT);
        return text.substring(0, Math.max(0, text.lastIndexOf('.')));
    }

    private static String withoutEnd(Path file, String end) {
        String text = String.valueOf(file.getFileName());
        return text.substring(0, text.length() - end.length());
    }

    private boolean lock(Path file) throws IOException {
        FileChannel channel = PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        try {
            FileLock held = channel.tryLock();
            if (held != null) {
                locks.add(channel);
                lockFiles.add(file);
                return true;
            }
        } catch (OverlappingFileLockException e) {
            // Held by another writer of this very program.
        }
        channel.close();
        return false;
    }

    /** Lets go. Names under which nothing is left disappear. */
    @Override
    public void close() throws IOException {
        List<String> waiting = files(SEGMENT).stream().map(SpoolFolder::ownerOf).toList();
        for (Path file : lockFiles) {
            if (!waiting.contains(withoutEnd(file, LOCK))) {
                Files.deleteIfExists(file);
            }
        }
        for (FileChannel channel : locks) {
            channel.close();
        }
    }
}
