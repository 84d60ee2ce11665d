package dev.mulligan.cli.support;

import java.nio.file.Files;
import java.nio.file.Path;

/** Folders that a user names: one that is mistyped is told, and never made. */
public final class Folders {

    private Folders() {}

    /** The folder, whole; what is no folder is refused with this advice. */
    public static Path existing(Path folder, String advice) {
        Path whole = folder.toAbsolutePath().normalize();
        if (!Files.exists(whole)) {
            throw new UserError("there is no folder " + folder, advice);
        }
        if (!Files.isDirectory(whole)) {
            throw new UserError(folder + " is a file, not a folder", advice);
        }
        return whole;
    }
}
