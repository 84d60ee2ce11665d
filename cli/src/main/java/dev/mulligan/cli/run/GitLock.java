package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.workspace.state.GitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The lock on the index of the user's own repository. An agent that is killed in the midst of a git command leaves it, and
 * from then on git refuses. It may as well be the user's, who is writing a commit message, so it is told and stays.
 */
public final class GitLock {

    private GitLock() {}

    /** The lock, where the repository that this folder belongs to has one. */
    public static Optional<Path> of(Path folder) {
        try {
            for (Path at = folder.toRealPath(); at != null; at = at.getParent()) {
                Optional<GitFolder> git = GitFolder.of(at);
                if (git.isPresent()) {
                    return Optional.of(git.get().folder().resolve("index.lock"))
                            .filter(lock -> Files.exists(lock, LinkOption.NOFOLLOW_LINKS));
                }
            }
        } catch (IOException unreadable) {
            // Whoever works there will hear of that from git itself.
        }
        return Optional.empty();
    }

    /** Says that it is there and what helps. */
    public static void tell(Optional<Path> lock, Screen screen) {
        lock.ifPresent(path -> {
            screen.line(screen.yellow("! " + path + " is there: git changes nothing here until it is gone"));
            screen.line("  If no git command is running, one was killed and left it: rm " + path);
        });
    }
}
