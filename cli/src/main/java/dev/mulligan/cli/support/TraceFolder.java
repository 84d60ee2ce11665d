package dev.mulligan.cli.support;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The folder {@code .mulligan} of a workspace: traces are written there, and what is found there is only data. */
public final class TraceFolder {

    private TraceFolder() {}

    /** A clone may bring links in place of the folder or of something in it; what we write would land elsewhere. */
    public static void check(Path home) throws IOException {
        refuseLink(home);
        if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> inner = Files.newDirectoryStream(home)) {
            inner.forEach(TraceFolder::refuseLink);
        }
    }

    private static void refuseLink(Path path) {
        if (Files.isSymbolicLink(path)) {
            throw new UserError(
                    path + " is a link, so what Mulligan writes would land elsewhere",
                    "Remove the link; it may have come with a clone.");
        }
    }
}
