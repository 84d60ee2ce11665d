package dev.mulligan.record;

import java.util.List;
import java.util.Optional;

/** States of the workspace that can be returned to. */
public sealed interface WorkspaceEvent extends ProgramEvent {

    record CheckpointCreated(String checkpoint, Optional<String> stepId, String label) implements WorkspaceEvent {}

    /** {@code undo}: the checkpoint of what was replaced, so that this can be taken back */
    record RollbackPerformed(String checkpoint, String reason, List<String> files, String undo)
            implements WorkspaceEvent {}

    /**
     * A step's verified result was brought into the user's workspace.
     *
     * @param files that were written or removed there
     * @param meanwhile files that others had changed since the step began; the result was brought together with them
     */
    record ResultLanded(String stepId, List<String> files, List<String> meanwhile) implements WorkspaceEvent {}
}
