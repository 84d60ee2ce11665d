package dev.mulligan.failure.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.outcome.AgentEvidence.Check;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AgentOutcomeTest {
    private static final Check PASSED = new Check(true, OptionalInt.of(12));

    private static AgentEvidence run(int exit, FinalWord word, boolean changed, Optional<Check> verifier) {
        return new AgentEvidence(
                OptionalInt.of(exit), Optional.of(word), OptionalInt.of(3), Optional.of(changed), true, verifier);
    }

    @Test
    void everythingGoodIsSuccess() {
        assertThat(AgentOutcome.of(run(0, FinalWord.SUCCESS, true, Optional.of(PASSED))))
                .isInstanceOf(AgentOutcome.Success.class);
    }

    @Test
    void aFailedVerifierIsFailureWhateverTheAgentSays() {
        assertThat(AgentOutcome.of(run(0, FinalWord.SUCCESS, true, Optional.of(new Check(false, OptionalInt.of(4))))))
                .isInstanceOf(AgentOutcome.Failure.class);
    }

    @Test
    void aBadExitWithoutVerifierIsFailure() {
        assertThat(AgentOutcome.of(run(1, FinalWord.ERROR, false, Optional.empty())))
                .isInstanceOf(AgentOutcome.Failure.class);
    }

    @Test
    void aBadExitWithAPassingVerifierIsInconclusive() {
        assertThat(AgentOutcome.of(run(1, FinalWord.LIMIT_REACHED, true, Optional.of(PASSED))))
                .isInstanceOf(AgentOutcome.Inconclusive.class)
                .satisfies(outcome -> assertThat(outcome.reasons()).hasSize(3));
    }

    @Test
    void zeroTestsProveNothing() {
        assertThat(AgentOutcome.of(run(0, FinalWord.SUCCESS, true, Optional.of(new Check(true, OptionalInt.of(0))))))
                .isInstanceOf(AgentOutcome.Inconclusive.class);
    }

    @Test
    void missingEvidenceIsInconclusive() {
        assertThat(AgentOutcome.of(run(0, FinalWord.SUCCESS, true, Optional.empty())))
                .isInstanceOf(AgentOutcome.Inconclusive.class);
        assertThat(AgentOutcome.of(run(0, FinalWord.SUCCESS, false, Optional.of(PASSED))))
                .isInstanceOf(AgentOutcome.Inconclusive.class);
        assertThat(AgentOutcome.of(new AgentEvidence(
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        false,
                        Optional.of(PASSED))))
                .isInstanceOf(AgentOutcome.Inconclusive.class);
    }

    @Test
    void aTaskWithoutChangesMayLeaveTheWorkspaceAlone() {
        assertThat(AgentOutcome.of(new AgentEvidence(
                        OptionalInt.of(0),
                        Optional.of(FinalWord.SUCCESS),
                        OptionalInt.of(1),
                        Optional.of(false),
                        false,
                        Optional.of(PASSED))))
                .isInstanceOf(AgentOutcome.Success.class);
    }

    @Test
    void theErrorFlagWinsOverASubtypeThatSaysSuccess() {
        assertThat(AgentOutcome.finalWord(true, "success")).isEqualTo(FinalWord.ERROR);
        assertThat(AgentOutcome.finalWord(false, "success")).isEqualTo(FinalWord.SUCCESS);
        assertThat(AgentOutcome.finalWord(true, "error_max_turns")).isEqualTo(FinalWord.LIMIT_REACHED);
        assertThat(AgentOutcome.finalWord(false, "error_during_execution")).isEqualTo(FinalWord.ERROR);
    }
}
