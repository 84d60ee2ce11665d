package dev.mulligan.workspace.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where Mulligan keeps its own files for a workspace.
 *
 * @param root the workspace
 * @param folder in the user's state folder; nothing in the workspace is ever replayed or executed
 * @param git the git folder, for a repository
 */
public record PrivateArea(Path root, Path folder, Optional<Path> git) {
    public static PrivateArea of(Path root) throws IOException {
        return new PrivateArea(root, StateFolder.of(root), GitFolder.of(root).map(GitFolder::folder));
    }

    /** Makes the folder, for whoever is about to write. */
    public void make() throws IOException {
        StateFolder.make(root);
    }

    /** In the user's cache, where no build tool of the workspace finds the copies. */
    public Path worktreeHome() {
        return CacheFolder.of("copies", folder.toString());
    }

    public Path journal() {
        return folder.resolve("journal");
    }

    /** A folder on the workspace's own disk, for new contents that wait to be moved into place. */
    public Path beside() throws IOException {
        Path own = root.resolve(".mulligan");
        if (git.isEmpty()) {
            return own;
        }
        boolean sameDisk = Files.getFileStore(git.get()).equals(Files.getFileStore(root));
        return sameDisk ? git.get().resolve("mulligan") : own;
    }
}
