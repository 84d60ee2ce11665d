package dev.mulligan.orchestrator.operation;

import dev.mulligan.learn.CascadeWindow;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonException;
import dev.mulligan.wire.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last items of a batch of operations, across processes. When too many different ones failed, the next operation is
 * refused until a person says go on.
 */
public final class CascadeFile {

    private final Path folder;
    private final Path file;

    public CascadeFile(Path folder) {
        this.folder = folder.resolve("exec");
        this.file = this.folder.resolve("window.json");
    }

    /** The cascade that holds the next operation up, if there is one. */
    public Optional<CascadeWindow.Cascade> open() {
        return window(items()).cascade();
    }

    /** A person has looked at it: what was seen so far no longer counts. */
    public void goOn() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Adds an outcome and tells whether it makes a cascade. Operations that end at the same time wait for each other. */
    public Optional<CascadeWindow.Cascade> add(CascadeWindow.Item item) throws IOException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(Path.of(file + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException(file + " cannot be locked");
            }
            List<CascadeWindow.Item> items = new ArrayList<>(items());
            items.removeIf(known -> known.id().equals(item.id()));
            items.add(item);
            List<CascadeWindow.Item> newest =
                    items.subList(Math.max(0, items.size() - CascadeWindow.SIZE), items.size());
            ExecState.replace(
                    folder,
                    file,
                    Json.write(Json.object(
                            "items", newest.stream().map(CascadeFile::json).toList())));
            return window(newest).cascade();
        }
    }

    private static CascadeWindow window(List<CascadeWindow.Item> items) {
        CascadeWindow window = CascadeWindow.standard();
        for (CascadeWindow.Item item : items) {
            window = window.with(item);
        }
        return window;
    }

    private static JsonObject json(CascadeWindow.Item item) {
        return Json.object(
                "id", item.id(),
                "failed", item.failed(),
                "signature", item.signature(),
                "stage", item.stage(),
                "model", item.model(),
                "upstream", item.upstream(),
                "files", item.files());
    }

    /** A bad file is no reason to stop anybody: it counts as empty. */
    private List<CascadeWindow.Item> items() {
        List<CascadeWindow.Item> items = new ArrayList<>();
        try {
            if (!Files.isRegularFile(file)) {
                return List.of();
            }
            for (Object entry : Json.parseObject(Files.readString(file)).list("items")) {
                if (entry instanceof JsonObject one) {
                    items.add(new CascadeWindow.Item(
                            one.text("id", ""),
                            one.truth("failed").orElse(false),
                            one.text("signature", ""),
                            one.text("stage", ""),
                            one.text("model", ""),
                            one.text("upstream", ""),
                            one.list("files").stream().map(String::valueOf).toList()));
                }
            }
        } catch (IOException | JsonException e) {
            return List.of();
        }
        return items;
    }
}
