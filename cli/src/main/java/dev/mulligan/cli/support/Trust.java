package dev.mulligan.cli.support;

import dev.mulligan.config.ProjectFile;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.state.CacheFolder;
import dev.mulligan.workspace.state.GitFolder;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which {@code mulligan.yaml} the user trusts, by the place it lies in and by what it says: any change of what needs
 * trust ends it. Kept in the user's state folder, where nothing that a workspace brings along can add to it.
 */
public final class Trust {

    /**
     * One that was given.
     *
     * @param place the folder, or the repository and the folder in it, so that all its worktrees share it
     * @param folder where it was given
     */
    public record Given(String place, Path folder, String fingerprint, Instant at) {}

    private Trust() {}

    public static boolean covers(ProjectFile file) {
        return find(place(folder(file.file())))
                .map(given -> given.fingerprint().equals(file.fingerprint()))
                .orElse(false);
    }

    public static void give(ProjectFile file, Instant now) throws IOException {
        Path folder = folder(file.file());
        String place = place(folder);
        Path home = StateFolder.makeFolder(home());
        Path fresh = Files.createTempFile(home, "trust", ".new");
        Files.writeString(
                fresh,
                Json.write(Json.object(
                                "place", place, "folder", folder.toString(), "sha256", file.fingerprint(), "at", now))
                        + "\n",
                StandardCharsets.UTF_8);
        Files.move(fresh, record(place), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Says whether there was any. */
    public static boolean revoke(Path folder) throws IOException {
        return Files.deleteIfExists(record(place(folder)));
    }

    public static List<Given> all() throws IOException {
        List<Given> all = new ArrayList<>();
        if (Files.isDirectory(home(), LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> records = Files.newDirectoryStream(home(), "*.json")) {
                records.forEach(record -> read(record).ifPresent(all::add));
            }
        }
        all.sort((a, b) -> a.folder().compareTo(b.folder()));
        return all;
    }

    /** The folder that a file lies in. */
    public static Path folder(Path file) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private static Path home() {
        return StateFolder.root().resolve("trust");
    }

    private static Path record(String place) {
        return home().resolve(CacheFolder.name(place) + ".json");
    }

    private static Optional<Given> find(String place) {
        return read(record(place)).filter(given -> given.place().equals(place));
    }

    private static Optional<Given> read(Path record) {
        if (!Files.isRegularFile(record, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            JsonObject json = Json.parseObject(Files.readString(record, StandardCharsets.UTF_8));
            return Optional.of(new Given(
                    json.text("place", ""),
                    Path.of(json.text("folder", "")),
                    json.text("sha256", ""),
                    Instant.parse(json.text("at", ""))));
        } catch (IOException | JsonException | DateTimeException damaged) {
            return Optional.empty();
        }
    }

    private static String place(Path folder) {
        try {
            Path real = folder.toRealPath();
            for (Path top = real; top != null; top = top.getParent()) {
                Optional<GitFolder> git = GitFolder.of(top);
                if (git.isPresent()) {
                    return git.get().common().toRealPath() + "\n" + top.relativize(real);
                }
            }
            return real.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
