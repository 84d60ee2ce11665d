package dev.mulligan.event;

import java.util.List;
import java.util.Optional;

/** States of the workspace that can be returned to. */
public sealed interface WorkspaceEvent extends Event {

    record CheckpointCreated(String checkpoint, Optional<String> stepId, String label) implements WorkspaceEvent {}

    /** {@code undo}: the checkpoint of what was replaced, so that this can be taken back */
    record RollbackPerformed(String checkpoint, String reason, List<String> files, String undo)
            implements WorkspaceEvent {}
}
