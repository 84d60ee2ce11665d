package dev.mulligan.orchestrator.advice;

import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepChoice;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.store.run.FlowWriter;
import java.util.List;
import java.util.Optional;

/** What of a change of position people should hear about. */
public final class Escalations {

    private Escalations() {}

    /** The same outcome, unless it escalates a step of a run whose escalations are used up. */
    public static CommandResult allowed(Claim claim, CommandResult performed, FlowWriter rows) {
        StepScope scope = claim.scope();
        boolean escalates = !performed.restart()
                && performed.then().isEmpty()
                && claim.after(performed).state().escalations()
                        > claim.position().state().escalations();
        int most = scope.plan().loop().escalation().maxEscalations();
        if (!escalates || rows.count(scope.runId(), "RunEscalated") < most) {
            return performed;
        }
        String why = "the run's " + most + (most == 1 ? " escalation is" : " escalations are") + " used up";
        return performed.then(new Chosen(StepChoice.NOT_ESCALATED, "configuration", why, "", false));
    }

    public static List<Event> between(StepScope scope, Position before, Position after) {
        if (after.state().escalations() == before.state().escalations()
                || after.command() instanceof StepCommand.Stop) {
            return List.of();
        }
        String reason = before.state().repaired().notApplied() + 1
                        >= scope.plan().loop().escalation().toL3AfterPatchApplyFailures()
                ? "patch_apply_failures"
                : "non_improving";
        return List.of(new RunEscalated(
                before.state().level().wireName(),
                after.state().level().wireName(),
                reason,
                Optional.of(scope.step().id())));
    }
}
