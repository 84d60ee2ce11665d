package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes a set of changes so that the tree has all of them or none.
 *
 * <p>New contents and copies of the old ones are put aside first, then a journal commits to the change, then each file
 * is moved into place. A crash before the commit leaves the old tree; after it, {@link #recover} finishes the new one.
 */
public final class TreeWriter {
    /** The system refuses a second lock of one program instead of letting it wait; few areas share one of these. */
    private static final List<ReentrantLock> TURNS =
            Stream.generate(ReentrantLock::new).limit(64).toList();

    private final Path root;
    private final Path area;
    private final Beside beside;

    /** Says which folder on the disk of the tree may hold new contents. */
    public interface Beside {
        Path folder() throws IOException;
    }

    /**
     * @param area a folder that only the user can write to; what is replayed after a crash is read from there alone
     * @param beside asked when the area lies on another disk than the tree, from which no file can be moved in one go
     */
    public TreeWriter(Path root, Path area, Beside beside) {
        this.root = root;
        this.area = area;
        this.beside = beside;
    }

    /** The last word before files change: what it throws is thrown, and nothing was written. */
    public interface LastCheck<E extends Exception> {
        void run() throws E;
    }

    /** All or nothing; a {@link TreeConflict} says which file was not as expected. */
    public void write(List<TreeChange> changes) throws IOException {
        write(changes, () -> {});
    }

    /** Whether a file that a change brings is there already, as it is to be. */
    public boolean isDone(TreeChange change) throws IOException {
        return change.before() instanceof FileState.Absent
                && Files.exists(root.resolve(change.path()), LinkOption.NOFOLLOW_LINKS)
                && new PathState(root, List.of(change.path()))
                        .state(change.path(), PathState.algorithm(change.before(), change.after()))
                        .equals(change.after());
    }

    /** @param last made when everything is prepared and no file has been touched */
    public <E extends Exception> void write(List<TreeChange> changes, LastCheck<E> last) throws IOException, E {
        Files.createDirectories(area);
        boolean ignored = locked(() -> {
            finishEarlier();
            writeAlone(changes, last);
            return true;
        });
    }

    private <E extends Exception> void writeAlone(List<TreeChange> changes, LastCheck<E> last) throws IOException, E {
        Path folder = transaction();
        DurableFiles.removeAll(folder);
        Files.createDirectories(folder);
        Contents contents = Contents.make(root, folder, beside);
        try {
            List<String> paths = changes.stream().map(TreeChange::path).toList();
            Staging staging = new Staging(root, contents.folder(), new PathState(root, paths));
            List<Journal.Entry> entries = new ArrayList<>();
            for (TreeChange change : changes) {
                Journal.requireInside(change.path());
                entries.add(new Journal.Entry(change.path(), change.before(), change.after()));
            }
            if (entries.size() == 1 && !(entries.getFirst().after() instanceof FileState.Absent)) {
                staging.stage(0, changes.getFirst());
                last.run();
                new JournalReplay(root, folder, contents, entries).single();
                return;
            }
            stage(staging, changes, folder, entries);
            if (contents.isExposed()) {
                // Otherwise the journal's own folder is synced with the journal.
                DurableFiles.sync(contents.folder());
            }
            last.run();
            Journal.commit(folder);
            new JournalReplay(root, folder, contents, entries).forward();
        } finally {
            if (!Files.exists(Journal.manifest(folder))) {
                contents.remove();
                DurableFiles.removeAll(folder);
            }
        }
    }

    /** Side by side: each must reach the disk, and the disk takes several at once as quickly as one. */
    private static void stage(Staging staging, List<TreeChange> changes, Path folder, List<Journal.Entry> entries)
            throws IOException {
        try {
            IntStream.rangeClosed(0, changes.size()).parallel().forEach(i -> {
                try {
                    if (i == changes.size()) {
                        Journal.draft(folder, entries);
                    } else {
                        staging.stage(i, changes.get(i));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Finishes or undoes a write that a crash interrupted. Says whether there was one. */
    public boolean recover() throws IOException {
        return Files.exists(transaction()) && locked(this::finishEarlier);
    }

    private boolean finishEarlier() throws IOException {
        Path folder = transaction();
        if (!Files.exists(folder)) {
            return false;
        }
        Contents contents = Contents.find(folder, beside);
        Optional<List<Journal.Entry>> entries = Journal.read(folder);
        if (entries.isPresent()) {
            try {
                new JournalReplay(root, folder, contents, entries.get()).resume();
            } catch (TreeConflict undone) {
                // The other program's version stands and ours is out of the tree: nothing is left to finish.
                contents.remove();
                DurableFiles.removeAll(folder);
                return true;
            }
        }
        contents.remove();
        DurableFiles.removeAll(folder);
        return entries.isPresent();
    }

    private Path transaction() {
        return area.resolve("transaction");
    }

    private interface Action<E extends Exception> {
        boolean run() throws IOException, E;
    }

    /** One write at a time, between programs too; the lock goes with the channel, or with the process. */
    private <E extends Exception> boolean locked(Action<E> action) throws IOException, E {
        ReentrantLock turn =
                TURNS.get(Math.floorMod(area.toAbsolutePath().normalize().hashCode(), TURNS.size()));
        turn.lock();
        try {
            return lockedFile(action);
        } finally {
            turn.unlock();
        }
    }

    private <E extends Exception> boolean lockedFile(Action<E> action) throws IOException, E {
        try (FileChannel channel =
                FileChannel.open(area.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (!channel.lock().isValid()) {
                throw new IOException(area + ": the lock was lost");
            }
            return action.run();
        } catch (OverlappingFileLockException busy) {
            throw new IOException(root + ": another write to this workspace is under way in this program", busy);
        }
    }
}
