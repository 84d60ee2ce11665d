package dev.mulligan.orchestrator.attempt;

import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.workcopy.WorkFolder.Brought;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;

/** Says which of the user's files were put back, and how that is undone. */
final class RestoredFiles {

    private RestoredFiles() {}

    static void tell(Brought brought, String reason, LiveEvents live) {
        brought.undo()
                .ifPresent(undo -> live.add(new RollbackPerformed(brought.tree(), reason, brought.takenBack(), undo)));
    }
}
