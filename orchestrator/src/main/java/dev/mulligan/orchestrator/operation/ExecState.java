package dev.mulligan.orchestrator.operation;

import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonException;
import dev.mulligan.wire.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an operation stands, in a file, so that one that was killed can be taken up again:
 * {@code {current_operation, item, retry_attempt, retry_history: [{attempt, error, fix_applied, …}]}}.
 */
public final class ExecState {

    private final Path folder;
    private final Path file;

    /** One file for each item below {@code folder}. */
    public ExecState(Path folder, String item) {
        this.folder = folder.resolve("exec");
        this.file = this.folder.resolve(Integer.toHexString(item.hashCode()) + ".json");
    }

    public void save(OperationKind kind, String item, List<ExecReport.Try> tries) throws IOException {
        List<JsonObject> history = tries.stream().map(ExecState::json).toList();
        JsonObject state = Json.object(
                "current_operation",
                kind.wireName(),
                "item",
                item,
                "retry_attempt",
                tries.size(),
                "retry_history",
                history);
        replace(folder, file, Json.write(state));
    }

    static void replace(Path folder, Path file, String text) throws IOException {
        Files.createDirectories(folder);
        Path half = Files.createTempFile(folder, "half", ".new");
        Files.writeString(half, text + "\n");
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static JsonObject json(ExecReport.Try one) {
        return Json.object(
                "attempt",
                one.attempt(),
                "exit_code",
                one.exitCode(),
                "signature",
                one.signature(),
                "failing",
                one.failing(),
                "error",
                one.summary(),
                "fix_applied",
                one.fix(),
                "strategy",
                one.strategy());
    }

    /** Tries of an operation that never ended; none when there is nothing to take up, or the file is bad. */
    public List<ExecReport.Try> load() {
        List<ExecReport.Try> tries = new ArrayList<>();
        try {
            if (!Files.isRegularFile(file)) {
                return List.of();
            }
            for (Object entry : Json.parseObject(Files.readString(file)).list("retry_history")) {
                if (entry instanceof JsonObject one) {
                    tries.add(new ExecReport.Try(
                            one.integer("attempt").orElse(tries.size() + 1),
                            one.integer("exit_code").orElse(1),
                            one.text("signature", ""),
                            one.integer("failing").orElse(0),
                            one.text("error", ""),
                            one.text("fix_applied"),
                            one.text("strategy")));
                }
            }
        } catch (IOException | JsonException e) {
            return List.of();
        }
        return tries;
    }

    public void done() throws IOException {
        Files.deleteIfExists(file);
    }
}
