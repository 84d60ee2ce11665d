package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes symbolic links whose target reads exactly as it is given. */
public final class Links {

    private Links() {}

    public static void make(Path link, String target) throws IOException {
        Path plain = Path.of(target);
        if (plain.toString().equals(target)) {
            Files.createSymbolicLink(link, plain);
            return;
        }
        // Java drops slashes that mean nothing to it, such as the last one of "../"; git and we compare every letter.
        Process made = new ProcessBuilder("ln", "-s", "--", target, link.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (made.waitFor() != 0) {
                throw new IOException(link + ": the link to " + target + " could not be made");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(link + ": making a link was interrupted");
        }
    }
}
