package dev.mulligan.orchestrator.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.plan.LoopSettings;
import dev.mulligan.orchestrator.step.StepCommand.MakeCandidates;
import dev.mulligan.orchestrator.step.StepCommand.Repair;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StepChoiceTest {

    private final StepMachine machine = new StepMachine(LoopSettings.STANDARD);

    private StepMachine.Next failing(Level level, String... signatures) {
        StepMachine.Next next = machine.next(StepState.start(level), new StepInput.Started());
        for (String signature : signatures) {
            next = machine.next(next.state(), new StepInput.Failed(signature, Set.of("a", "b")));
        }
        return next;
    }

    private static StepMachine.Next choose(StepMachine.Next due, String choice) {
        return StepChoice.next(due.state(), due.command(), choice, "because", false);
    }

    @Test
    void aStrategyLeavesTheRepairThatIsDueAsItIs() {
        StepMachine.Next due = failing(Level.L2, "s");
        assertThat(choose(due, "add-context")).isEqualTo(due);
        assertThat(choose(due, StepChoice.RETRY)).isEqualTo(due);
        assertThat(choose(due, StepChoice.AS_DUE)).isEqualTo(due);
    }

    @Test
    void aRollbackForgetsTheBestAndStartsANewConversation() {
        StepMachine.Next back = choose(failing(Level.L2, "s"), StepChoice.ROLLBACK);
        assertThat(back.command()).isEqualTo(new Repair(1, true));
        assertThat(back.state().bestFailing()).isEmpty();
        assertThat(back.state().seen()).containsExactly("s");
    }

    @Test
    void skipAbortAndNeverEndItEachWithItsReason() {
        StepMachine.Next due = failing(Level.L2, "s");
        assertThat(choose(due, StepChoice.SKIP).command())
                .isEqualTo(new Stop(StopReason.SKIPPED, "because", Optional.empty()));
        assertThat(choose(due, StepChoice.ABORT).command())
                .isEqualTo(new Stop(StopReason.ABORTED, "because", Optional.empty()));
        assertThat(choose(due, StepChoice.NEVER).command())
                .isEqualTo(new Stop(StopReason.NEVER_RETRIED, "because", Optional.empty()));
    }

    @Test
    void anEndBecomesOneMoreRepairWhenSomebodyWantsIt() {
        StepMachine.Next end = failing(Level.L1, "s");
        assertThat(end.command()).isInstanceOf(Stop.class);
        StepMachine.Next more = choose(end, StepChoice.RETRY);
        assertThat(more.command()).isEqualTo(new Repair(1, false));
        assertThat(machine.next(more.state(), new StepInput.Failed("s", Set.of("a")))
                        .command())
                .as("the level's own rule holds again after it")
                .isInstanceOf(Stop.class);
        assertThat(choose(end, StepChoice.AS_DUE)).isEqualTo(end);
    }

    @Test
    void aRepairInsteadOfCandidatesLeavesThemForLater() {
        StepMachine.Next due = failing(Level.L2, "s", "s", "s");
        assertThat(due.command()).isInstanceOf(MakeCandidates.class);
        assertThat(choose(due, StepChoice.RETRY)).isEqualTo(due);
        StepMachine.Next repair = choose(due, "simplify-prompt");
        assertThat(repair.command()).isEqualTo(new Repair(3, false));
        StepMachine.Next worse = machine.next(repair.state(), new StepInput.Failed("s", Set.of("a", "b")));
        assertThat(machine.next(worse.state(), new StepInput.Failed("s", Set.of("a", "b")))
                        .command())
                .isInstanceOf(MakeCandidates.class);
    }
}
