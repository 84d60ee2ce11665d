package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Carries out a committed journal, forwards or, when something is in the way, back. May be repeated after a crash. */
final class JournalReplay {
    private static final String UNDOING = "undoing";

    private final Path root;
    private final Path folder;
    private final Contents contents;
    private final List<Journal.Entry> entries;
    private final PathState look;
    private final Set<Path> touched = new LinkedHashSet<>();

    JournalReplay(Path root, Path folder, Contents contents, List<Journal.Entry> entries) {
        this.root = root;
        this.folder = folder;
        this.contents = contents;
        this.entries = entries;
        this.look =
                new PathState(root, entries.stream().map(Journal.Entry::path).toList());
    }

    void resume() throws IOException {
        if (Files.exists(folder.resolve(UNDOING))) {
            undo();
        } else {
            forward();
        }
    }

    /** The new tree; or, with a {@link TreeConflict}, the old one. */
    void forward() throws IOException {
        try {
            removeThenWrite();
            for (Journal.Entry entry : entries) {
                if (!state(entry).equals(entry.after())) {
                    throw new TreeConflict(entry.path(), "the file changed while it was being written");
                }
            }
        } catch (IOException inTheWay) {
            DurableFiles.write(folder.resolve(UNDOING), new byte[0]);
            DurableFiles.sync(folder);
            undo();
            throw inTheWay;
        }
        finish();
    }

    /** Removals first: a folder may have to go before a file can take its name. */
    private void removeThenWrite() throws IOException {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).after() instanceof FileState.Absent) {
                move(entries.get(i), entries.get(i).before(), entries.get(i).after(), Staging.fresh(i));
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!(entries.get(i).after() instanceof FileState.Absent)) {
                move(entries.get(i), entries.get(i).before(), entries.get(i).after(), Staging.fresh(i));
            }
        }
    }

    private void undo() throws IOException {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Journal.Entry entry = entries.get(i);
            if (entry.before() instanceof FileState.Absent && state(entry).equals(entry.after())) {
                move(entry, entry.after(), entry.before(), Staging.old(i));
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            Journal.Entry entry = entries.get(i);
            if (!(entry.before() instanceof FileState.Absent) && state(entry).equals(entry.after())) {
                move(entry, entry.after(), entry.before(), Staging.old(i));
            }
        }
        finish();
    }

    /** One file takes its place by one move, which happens or does not: that needs no journal. */
    void single() throws IOException {
        removeThenWrite();
        syncTouched();
    }

    private void syncTouched() throws IOException {
        for (Path path : touched) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                DurableFiles.sync(path);
            }
        }
    }

    private void finish() throws IOException {
        syncTouched();
        Files.delete(Journal.manifest(folder));
        DurableFiles.sync(folder);
    }

    private FileState state(Journal.Entry entry) throws IOException {
        return look.state(entry.path(), PathState.algorithm(entry.before(), entry.after()));
    }

    private void move(Journal.Entry entry, FileState from, FileState to, String staged) throws IOException {
        FileState now = state(entry);
        if (now.equals(to)) {
            return;
        }
        if (!now.equals(from)) {
            throw new TreeConflict(entry.path(), "the file changed while it was being written");
        }
        TreePath place = TreePath.of(entry.path());
        if (to instanceof FileState.Absent) {
            remove(place);
        } else {
            put(place, staged, to, PathState.algorithm(from, to));
        }
    }

    private void remove(TreePath place) throws IOException {
        Optional<Folder> found = Folder.open(root, place.folder());
        if (found.isEmpty()) {
            return;
        }
        try (Folder parent = found.get()) {
            try {
                parent.delete(place.name());
            } catch (AccessDeniedException readOnly) {
                throw notAllowed(parent.path(), place, readOnly);
            }
            touched.add(parent.path());
        }
        String empty = place.folder();
        while (!empty.isEmpty() && isEmptied(root.resolve(empty))) {
            empty = TreePath.of(empty).folder();
            touched.add(root.resolve(empty));
        }
    }

    private static boolean isEmptied(Path path) throws IOException {
        try {
            return !Files.isSymbolicLink(path) && Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException used) {
            return false;
        }
    }

    private void put(TreePath place, String staged, FileState wanted, ContentHash.Algorithm algorithm)
            throws IOException {
        makeFolders(place.folder());
        Optional<Folder> found = Folder.open(root, place.folder());
        if (found.isEmpty()) {
            throw new TreeConflict(place.folder(), "the folder has gone");
        }
        try (Folder parent = found.get();
                Folder source = contents.open()) {
            if (contents.isExposed() && !source.state(staged, algorithm).equals(wanted)) {
                throw new TreeConflict(place.name(), "its new content was changed before it could be written");
            }
            try {
                parent.moveIn(source, staged, place.name());
            } catch (AtomicMoveNotSupportedException otherDisk) {
                throw new IOException(
                        parent.path() + ": lies on another disk than " + root + ", so nothing can be moved there",
                        otherDisk);
            } catch (AccessDeniedException readOnly) {
                throw notAllowed(parent.path(), place, readOnly);
            }
            touched.add(parent.path());
        }
    }

    /** The system's message names files of ours, not what the user has to look at. */
    private static IOException notAllowed(Path folder, TreePath place, AccessDeniedException cause) {
        return new IOException(
                folder.resolve(place.name()) + " cannot be written: you may not write in its folder", cause);
    }

    private void makeFolders(String relative) throws IOException {
        Path at = root;
        for (String part : relative.isEmpty() ? new String[0] : relative.split("/", -1)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                throw new TreeConflict(relative, "a part of the path is a link");
            }
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    Files.createDirectory(at);
                } catch (FileAlreadyExistsException raced) {
                    continue;
                }
                touched.add(at.getParent());
            }
        }
    }
}
