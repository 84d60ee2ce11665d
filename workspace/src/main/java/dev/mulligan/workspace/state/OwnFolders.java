package dev.mulligan.workspace.state;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where Mulligan keeps its own files outside of workspaces. They are never part of a workspace, also not when somebody works
 * in a folder that holds them, such as the home folder: a restore would otherwise put an old store back under a program that
 * writes to it.
 */
public final class OwnFolders {

    private static final List<Path> ALL = Stream.of(StateFolder.root(), CacheFolder.base())
            .flatMap(OwnFolders::names)
            .distinct()
            .toList();

    private OwnFolders() {}

    /**
     * Whether a file or folder is ours. In a working copy, which lies in our state folder itself, nothing is.
     *
     * @param root the folder that is looked at
     */
    public static boolean hold(Path root, Path file) {
        return ALL.stream().anyMatch(own -> file.startsWith(own) && !root.startsWith(own));
    }

    /** As it was named, and as it really lies: a workspace is known by its real path. */
    private static Stream<Path> names(Path folder) {
        Path parent = folder.toAbsolutePath().getParent();
        try {
            return parent == null
                    ? Stream.of(folder)
                    : Stream.of(folder, parent.toRealPath().resolve(folder.getFileName()));
        } catch (IOException notThereYet) {
            return Stream.of(folder);
        }
    }
}
