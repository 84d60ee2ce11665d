package dev.mulligan.workspace.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a checkpoint's commit message says, so that a checkpoint needs no file beside it. */
record CheckpointText(Path root) {
    String write(String label, Instant time, String head, boolean automatic) {
        return oneLine(label) + "\n\nworkspace: " + oneLine(root.toString()) + "\ntime: " + time + "\nhead: " + head
                + "\nautomatic: " + automatic + "\n";
    }

    /** Empty for a checkpoint of another workspace, such as a linked worktree of the same repository. */
    Optional<Checkpoint> read(String id, String commit, String tree, String message) {
        Map<String, String> fields = new HashMap<>();
        String label = message.lines().findFirst().orElse("");
        message.lines().skip(1).forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 2));
            }
        });
        String time = fields.getOrDefault("time", "");
        if (!oneLine(root.toString()).equals(fields.get("workspace"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Checkpoint(
                    id,
                    label,
                    Instant.parse(time),
                    commit,
                    tree,
                    fields.getOrDefault("head", ""),
                    Boolean.parseBoolean(fields.getOrDefault("automatic", "false"))));
        } catch (DateTimeParseException foreign) {
            return Optional.empty();
        }
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
