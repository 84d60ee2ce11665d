package dev.mulligan.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where Mulligan keeps its own files for a workspace.
 *
 * @param folder in the git folder of a repository, otherwise {@code .mulligan} in the workspace
 * @param git the git folder, for a repository
 */
record PrivateArea(Path folder, Optional<Path> git) {
    static PrivateArea of(Path root) throws IOException {
        Optional<Path> git = gitFolder(root);
        Path own = root.resolve(".mulligan");
        if (git.isEmpty()) {
            return new PrivateArea(own, git);
        }
        boolean sameDisk = Files.getFileStore(git.get()).equals(Files.getFileStore(root));
        return new PrivateArea(sameDisk ? git.get().resolve("mulligan") : own, git);
    }

    /** In the user's cache, where no build tool of the workspace finds the copies. */
    Path worktreeHome() {
        return CacheFolder.of("copies", folder.toString());
    }

    Path journal() {
        return folder.resolve("journal");
    }

    /** The repository whose top folder this is. A linked worktree or submodule has a file that says where it is. */
    private static Optional<Path> gitFolder(Path root) throws IOException {
        Path git = root.resolve(".git");
        if (Files.isDirectory(git)) {
            return Optional.of(git).filter(PrivateArea::isGitFolder);
        }
        if (!Files.isRegularFile(git, LinkOption.NOFOLLOW_LINKS) || Files.size(git) > 4_096) {
            return Optional.empty();
        }
        String text = Files.readString(git, StandardCharsets.UTF_8).strip();
        return text.startsWith("gitdir:")
                ? Optional.of(root.resolve(text.substring("gitdir:".length()).strip())
                                .normalize())
                        .filter(PrivateArea::isGitFolder)
                : Optional.empty();
    }

    private static boolean isGitFolder(Path folder) {
        return Files.isRegularFile(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS);
    }
}
