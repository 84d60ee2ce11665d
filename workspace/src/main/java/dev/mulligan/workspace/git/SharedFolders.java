package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Installed dependencies are ignored by git and big, so a worktree has none; tests in it would fail for that alone. It
 * gets links to the workspace's own, which are never taken for work.
 */
final class SharedFolders {

    private static final List<String> NAMES = List.of("node_modules", ".venv", "venv", "vendor");

    private SharedFolders() {}

    static void link(Path root, Path worktree) throws IOException {
        for (String name : NAMES) {
            Path there = root.resolve(name);
            Path here = worktree.resolve(name);
            if (Files.isDirectory(there) && !Files.exists(here, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(here, there);
            }
        }
    }

    static boolean isLink(Path workTree, String path) throws IOException {
        if (!NAMES.contains(path)) {
            return false;
        }
        Path file = workTree.resolve(path);
        return Files.isSymbolicLink(file) && Files.readSymbolicLink(file).isAbsolute();
    }
}
