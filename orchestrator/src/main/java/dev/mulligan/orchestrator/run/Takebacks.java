package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.run.Place.Brought;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;

/** Says which of the user's files were put back, and how that is undone. */
final class Takebacks {

    private Takebacks() {}

    static void tell(Brought brought, String reason, LiveEvents live) {
        brought.undo()
                .ifPresent(undo -> live.add(new RollbackPerformed(brought.tree(), reason, brought.takenBack(), undo)));
    }
}
