package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.explain.output.ToolRun;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final Explainer explainer = Explainer.standard();
    private final Explanation both = go(
            "--- FAIL: TestA (0.01s)\n    a_test.go:5: got 1, want 2\n--- FAIL: TestB (0.00s)\n    b_test.go:5: got 3, want 4\nFAIL\n");
    private final Explanation onlyA = go("--- FAIL: TestA (0.02s)\n    a_test.go:9: got 1, want 2\nFAIL\n");
    private final Explanation otherValue = go("--- FAIL: TestA (0.02s)\n    a_test.go:9: got 7, want 2\nFAIL\n");

    @Test
    void fewerFailuresAreProgress() {
        assertThat(RepairProgress.of(List.of(both), onlyA)).isEqualTo(RepairProgress.SHRANK);
        assertThat(RepairProgress.SHRANK.progress()).isTrue();
    }

    @Test
    void anotherFailureIsProgressOnce() {
        assertThat(RepairProgress.of(List.of(onlyA), otherValue)).isEqualTo(RepairProgress.NEW_FAILURE);
        assertThat(RepairProgress.of(List.of(onlyA, otherValue), otherValue)).isEqualTo(RepairProgress.SAME);
    }

    @Test
    void backAndForthIsNoProgress() {
        RepairProgress third = RepairProgress.of(List.of(onlyA, otherValue), onlyA);
        RepairProgress fourth = RepairProgress.of(List.of(onlyA, otherValue, onlyA), otherValue);
        assertThat(List.of(third, fourth)).containsOnly(RepairProgress.RETURNED);
        assertThat(third.progress()).isFalse();
    }

    @Test
    void shrinkingBackToAKnownFailureIsNoProgress() {
        assertThat(RepairProgress.of(List.of(onlyA, both), onlyA).progress()).isFalse();
    }

    @Test
    void noTestsAtAllIsNoEvidence() {
        Explanation none = explainer.explain(new ToolRun(
                "pytest", OptionalInt.of(5), "collected 0 items\n\n===== no tests ran in 0.01s =====\n", ""));
        assertThat(none.tests().noEvidence()).isTrue();
        assertThat(none.summary()).contains("no evidence");
        assertThat(RepairProgress.of(List.of(onlyA), none)).isEqualTo(RepairProgress.NO_EVIDENCE);
        assertThat(RepairProgress.NO_EVIDENCE.progress()).isFalse();
    }

    private Explanation go(String stdout) {
        return explainer.explain(new ToolRun("go test", OptionalInt.of(1), stdout, ""));
    }
}
