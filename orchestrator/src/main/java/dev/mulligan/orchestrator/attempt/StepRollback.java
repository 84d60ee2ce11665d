package dev.mulligan.orchestrator.attempt;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.step.StepChoice;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import java.io.IOException;
import java.util.List;

/** The work of a step given up because somebody chose so: what it was is kept under a name and told. */
final class StepRollback {

    private StepRollback() {}

    static void tell(Claim claim, LiveEvents live) throws IOException {
        Position position = claim.position();
        boolean back = position.episode().isEmpty()
                && position.chosen()
                        .filter(choice -> choice.strategy().equals(StepChoice.ROLLBACK)
                                && !choice.tree().isEmpty())
                        .isPresent();
        if (!back) {
            return;
        }
        String given = position.chosen().orElseThrow().tree();
        String undo = claim.home()
                .trees()
                .keep(
                        claim.scope().runId() + "/" + claim.scope().step().id() + "-rollback-"
                                + position.state().repairs(),
                        given);
        List<String> files = claim.home().trees().between(claim.base(), given).files();
        live.add(new RollbackPerformed(claim.base(), "strategy rollback", files, undo));
    }
}
