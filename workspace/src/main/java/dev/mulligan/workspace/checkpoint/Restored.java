package dev.mulligan.workspace.checkpoint;

import java.util.List;

/** What a restore did: files it changed, and the checkpoint that undoes it. */
public record Restored(Checkpoint checkpoint, Checkpoint before, List<String> changed) {
    public Restored {
        changed = List.copyOf(changed);
    }
}
