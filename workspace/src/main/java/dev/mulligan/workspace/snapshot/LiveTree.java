package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.LooseObjects;
import dev.mulligan.workspace.git.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A work tree that is looked at again and again. The first look is git's; after that only files whose stamps changed are
 * read, here, since starting git a handful of times costs more than all the rest of a short step.
 */
public final class LiveTree implements AutoCloseable {
    private static final int MOST_CHANGED = 500;
    private static final long LARGEST_FILE = 8L << 20;

    private final Snapshots snapshots;
    private final Path workTree;
    private final Path index;
    private final LooseObjects objects;
    private final FileListing listing;
    private final int digits;
    private @Nullable Known known;

    public LiveTree(Repository repository, Path workTree, Path index) {
        this.snapshots = new Snapshots(repository);
        this.workTree = workTree;
        this.index = index;
        this.digits = repository.digits();
        this.objects = new LooseObjects(repository.objects(), digits);
        this.listing = new FileListing(repository.owner(workTree), workTree, repository.rules());
    }

    /** A file as it was when it was last read. */
    private record Seen(FileStamp stamp, String mode, String blob, boolean settled) {}

    /** Everything as it was at the last look. */
    private record Known(Map<String, Seen> files, TreeShape shape) {}

    /** The files as they are, as a tree. */
    public synchronized String tree() throws IOException {
        Known before = known;
        known = null;
        Set<String> present = listing.files(snapshots);
        Optional<String> tree = before == null ? Optional.empty() : next(before, present);
        if (tree.isPresent()) {
            known = before;
            return tree.get();
        }
        return first(present);
    }

    /** The files that are part of it now. */
    public synchronized Set<String> files() throws IOException {
        return Set.copyOf(listing.files(snapshots));
    }

    /** The files of the last look; none before the first. */
    public synchronized Set<String> seen() {
        return listing.seen();
    }

    /**
     * What is part of it from now on as long as it is there, whatever rules about ignored files come to say. Called with
     * the files somebody begins to work on: what he ignores is not what he deletes.
     */
    public synchronized void hold(Collection<String> paths) {
        listing.hold(paths);
    }

    /** The same with the files that our index names. */
    public synchronized void holdIndexed() throws IOException {
        IndexFile.read(index, digits).ifPresent(entries -> listing.hold(entries.keySet()));
    }

    private String first(Set<String> present) throws IOException {
        String tree = snapshots.take(workTree, index, present);
        long taken = FileStamp.of(index).map(FileStamp::modified).orElse(0L);
        Optional<Map<String, IndexFile.Entry>> entries = IndexFile.read(index, digits);
        if (entries.isEmpty()) {
            return tree;
        }
        Map<String, Seen> files = new HashMap<>();
        TreeShape shape = new TreeShape();
        for (Map.Entry<String, IndexFile.Entry> entry : entries.get().entrySet()) {
            IndexFile.Entry file = entry.getValue();
            Optional<FileStamp> stamp = FileStamp.of(workTree.resolve(entry.getKey()));
            boolean same = stamp.isPresent() && file.matches(stamp.get());
            files.put(
                    entry.getKey(),
                    new Seen(
                            stamp.orElse(new FileStamp(0, 0, 0, 0, 0)),
                            file.mode(),
                            file.blob(),
                            same && stamp.get().wasSettledAt(taken)));
            shape.put(entry.getKey(), file.mode(), file.blob());
        }
        if (shape.name(content -> objects.name("tree", content)).equals(tree)) {
            known = new Known(files, shape);
        }
        return tree;
    }

    /** Empty when so much changed that git does it better. */
    private Optional<String> next(Known before, Set<String> present) throws IOException {
        Map<String, FileStamp> changed = new LinkedHashMap<>();
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        for (String path : present) {
            Optional<FileStamp> stamp = FileStamp.of(workTree.resolve(path));
            Seen seen = before.files().get(path);
            if (stamp.isEmpty() || !stamp.get().isFile()) {
                return Optional.empty();
            }
            if (seen == null || !seen.settled() || !seen.stamp().equals(stamp.get())) {
                changed.put(path, stamp.get());
            }
        }
        List<String> gone = before.files().keySet().stream()
                .filter(path -> !present.contains(path))
                .toList();
        boolean much = changed.size() + gone.size() > MOST_CHANGED
                || changed.values().stream().anyMatch(stamp -> stamp.size() > LARGEST_FILE);
        if (much) {
            return Optional.empty();
        }
        for (String path : gone) {
            before.files().remove(path);
            before.shape().remove(path);
        }
        for (Map.Entry<String, FileStamp> entry : changed.entrySet()) {
            read(before, entry.getKey(), entry.getValue(), now);
        }
        return Optional.of(before.shape().name(content -> objects.write("tree", content)));
    }

    private void read(Known into, String path, FileStamp stamp, long now) throws IOException {
        Path file = workTree.resolve(path);
        byte[] content = stamp.isLink()
                ? Files.readSymbolicLink(file).toString().getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(file);
        String blob = objects.write("blob", content);
        Seen old = into.files().put(path, new Seen(stamp, stamp.gitMode(), blob, stamp.wasSettledAt(now)));
        if (old == null || !old.blob().equals(blob) || !old.mode().equals(stamp.gitMode())) {
            into.shape().put(path, stamp.gitMode(), blob);
        }
    }

    @Override
    public void close() {
        listing.close();
    }
}
