package dev.mulligan.workspace.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** Folders of ours in the user's cache: they can be made again, and no build tool of a workspace finds them. */
public final class CacheFolder {

    private CacheFolder() {}

    /** The folder of a kind that belongs to a text of any length and content. */
    public static Path of(String kind, String text) {
        return base().resolve(kind).resolve(name(text));
    }

    static Path base() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path base = cache.isBlank() ? UserHome.path().resolve(".cache") : Path.of(cache);
        return base.resolve("mulligan");
    }

    /** Makes a folder with all its parents; below the user's cache so that nobody else can look inside. */
    public static void make(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException impossible) {
            // The system's message is a path and no more.
            throw new IOException(
                    "the folder " + folder + " cannot be made; set XDG_CACHE_HOME to a folder that you may write to",
                    impossible);
        }
        Path top = folder.startsWith(base()) ? base() : folder;
        Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwx------"));
    }

    /** A plain name for it. */
    public static String name(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
