package dev.mulligan.orchestrator.run;

import dev.mulligan.event.Event;
import dev.mulligan.event.RunEvent.RunEscalated;
import java.util.List;
import java.util.Optional;

/** What of a change of position people should hear about. */
final class Escalations {

    private Escalations() {}

    static List<Event> between(StepScope scope, Position before, Position after) {
        if (after.state().escalations() == before.state().escalations()) {
            return List.of();
        }
        String reason = before.state().notApplied() + 1
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
