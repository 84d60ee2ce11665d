package dev.mulligan.cli.support;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Folders that a user names: one that is mistyped is told, and never made. */
public final class Folders {

    private Folders() {}

    /**
     * A file that is written when the work is done: asked for before it begins, so that hours of it are not lost to a
     * mistyped folder.
     */
    public static void requireFolderOf(String flag, @Nullable Path file) {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw new UserError(flag + " " + file + " is a folder", "Name the file to write.");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder != null) {
            existing(folder, flag + " writes a file into a folder that is there; make it first, or name another.");
        }
    }

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
