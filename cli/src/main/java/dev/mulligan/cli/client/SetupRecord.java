package dev.mulligan.cli.client;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * What a settings file was before we changed it and after. A file that is still as we left it goes back to the byte; in any
 * other only our own lines are taken out.
 *
 * @param before empty when there was no file
 * @param tools whether our tools were added to the client's list
 * @param made the uppermost folder on the way to the file that we had to make
 */
record SetupRecord(Path file, Optional<String> before, String after, boolean tools, Optional<Path> made) {

    static Optional<SetupRecord> read(String client) throws IOException {
        Path at = place(client);
        if (!Files.isRegularFile(at)) {
            return Optional.empty();
        }
        try {
            JsonObject kept = Json.parseObject(Files.readString(at));
            return Optional.of(new SetupRecord(
                    Path.of(kept.text("file").orElse("")),
                    kept.text("before"),
                    kept.text("after").orElse(""),
                    kept.truth("tools").orElse(false),
                    kept.text("made").map(Path::of)));
        } catch (JsonException damaged) {
            return Optional.empty();
        }
    }

    /** Kept before the file is changed, so that there is always a way back. */
    void write(String client) throws IOException {
        StateFolder.makeFolder(folder());
        replace(
                place(client),
                Json.write(Json.object(
                        "file",
                        file.toString(),
                        "before",
                        before,
                        "after",
                        after,
                        "tools",
                        tools,
                        "made",
                        made.map(Path::toString))));
    }

    SetupRecord withTools() {
        return new SetupRecord(file, before, after, true, made);
    }

    /** The uppermost folder that is yet to be made for this file. */
    static Optional<Path> firstMissing(Path file) {
        Optional<Path> missing = Optional.empty();
        for (Path folder = file.toAbsolutePath().getParent();
                folder != null && Files.notExists(folder);
                folder = folder.getParent()) {
            missing = Optional.of(folder);
        }
        return missing;
    }

    /** Takes the folders away that were made for the file; one that something else lies in stays. */
    void removeMadeFolders() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        while (made.isPresent() && folder != null && folder.startsWith(made.get())) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException inUse) {
                return;
            }
            folder = folder.getParent();
        }
    }

    static void forget(String client) throws IOException {
        Files.deleteIfExists(place(client));
    }

    /** All of the new text or all of the old one, with the permissions the file had; a link stays a link. */
    static void replace(Path file, String text) throws IOException {
        Path real = Files.exists(file) ? file.toRealPath() : file;
        Path folder = real.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(
                folder,
                ".mulligan",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(fresh, text);
            if (Files.exists(real)) {
                Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(real));
            }
            Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static Path place(String client) {
        return folder().resolve(client + ".json");
    }

    private static Path folder() {
        return StateFolder.root().resolve("setup");
    }
}
