package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** What stands at a path, seen by a write that may turn files into folders and folders into files. */
final class PathState {
    private final Path root;
    private final TreeSet<String> own;

    /** @param own every path the write changes */
    PathState(Path root, Collection<String> own) {
        this.root = root;
        this.own = new TreeSet<>(own);
    }

    FileState state(String path, ContentHash.Algorithm algorithm) throws IOException {
        TreePath place = TreePath.of(path);
        try {
            Optional<Folder> found = Folder.open(root, place.folder());
            if (found.isEmpty()) {
                return FileState.ABSENT;
            }
            try (Folder parent = found.get()) {
                FileState state = parent.state(place.name(), algorithm);
                return state instanceof FileState.Other && changesBelow(path) ? FileState.ABSENT : state;
            }
        } catch (TreeConflict blocked) {
            return changesAbove(path) ? FileState.ABSENT : FileState.OTHER;
        }
    }

    private boolean changesBelow(String path) {
        String next = own.higher(path + "/");
        return next != null && next.startsWith(path + "/");
    }

    private boolean changesAbove(String path) {
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            if (own.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    /** The algorithm two states of one path are compared with. */
    static ContentHash.Algorithm algorithm(FileState before, FileState after) {
        return switch (before instanceof FileState.Absent ? after : before) {
            case FileState.Regular regular -> regular.print().algorithm();
            case FileState.Link link -> link.print().algorithm();
            case FileState.Absent absent -> ContentHash.Algorithm.SHA256;
            case FileState.Other other -> ContentHash.Algorithm.SHA256;
        };
    }
}
