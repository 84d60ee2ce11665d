package dev.mulligan.store.trace;

import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is kept of one run: {@code .mulligan/runs/<runId>/}. */
public record RunFolder(Path path) {

    static final String TRACE = "trace.jsonl";

    /** The folder of a run below {@code home}, the {@code .mulligan} folder. */
    public static RunFolder of(Path home, String runId) {
        boolean plain = !runId.isEmpty()
                && runId.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.')
                && !runId.startsWith(".");
        if (!plain) {
            throw new IllegalArgumentException(
                    "'" + runId + "' cannot be a run id: use letters, digits, dash, dot and underscore");
        }
        return new RunFolder(home.resolve("runs").resolve(runId));
    }

    public Path trace() {
        return path.resolve(TRACE);
    }

    public void summary(JsonObject summary) throws IOException {
        write("summary.json", Json.write(summary));
    }

    public void effectiveConfig(JsonObject config) throws IOException {
        write("effective-config.json", Json.write(config));
    }

    /** Keeps the patch and returns its name inside the folder. */
    public String patch(String name, String text) throws IOException {
        return write("patches/" + name, text);
    }

    public String verification(String name, String text) throws IOException {
        return write("verification/" + name, text);
    }

    /** A text of this folder by the name it was kept under; empty when it is not here, as on another machine. */
    public Optional<String> read(String name) throws IOException {
        Path file = path.resolve(name).normalize();
        return file.startsWith(path) && Files.isRegularFile(file)
                ? Optional.of(Files.readString(file))
                : Optional.empty();
    }

    private String write(String name, String text) throws IOException {
        Path file = path.resolve(name).normalize();
        if (!file.startsWith(path)) {
            throw new IllegalArgumentException("'" + name + "' leads out of the run folder");
        }
        Path folder = file.getParent() == null ? path : file.getParent();
        PrivateFiles.folder(folder);
        Path half = folder.resolve("." + file.getFileName() + ".new");
        PrivateFiles.write(half, Secrets.redact(text));
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return name;
    }

    /** All traces below a {@code .mulligan} folder or a folder of runs, oldest name first. */
    public static List<Path> traces(Path folder) {
        Path runs = Files.isDirectory(folder.resolve("runs")) ? folder.resolve("runs") : folder;
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(runs)) {
            return children.map(run -> run.resolve(TRACE))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
