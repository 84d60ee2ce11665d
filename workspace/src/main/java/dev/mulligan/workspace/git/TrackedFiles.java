package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Tells files that came with a repository from those that were made beside it. */
public final class TrackedFiles {
    private TrackedFiles() {}

    /** Whether git keeps this file, so that a clone may have brought it. Fails when git cannot tell. */
    public static boolean contain(Path file) throws IOException {
        Path real = file.toRealPath();
        for (Path top = real.getParent(); top != null; top = top.getParent()) {
            if (Files.exists(top.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                String name = top.relativize(real).toString();
                return Git.in(top).answer(new byte[0], "ls-files", "-z", "--", name).length > 0;
            }
        }
        return false;
    }
}
