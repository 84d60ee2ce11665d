package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.step.StepInput;
import java.util.Set;

/**
 * A verifier's word.
 *
 * @param note the lines a fixer needs, most useful first
 * @param tests how many ran, where that is known
 */
record Checked(
        Result result, String signature, Set<String> failing, int tests, String summary, String note, long millis) {

    enum Result {
        PASSED("passed"),
        FAILED("failed"),
        NO_EVIDENCE("no_evidence");

        private final String wireName;

        Result(String wireName) {
            this.wireName = wireName;
        }

        String wireName() {
            return wireName;
        }
    }

    Checked {
        failing = Set.copyOf(failing);
    }

    boolean passed() {
        return result == Result.PASSED;
    }

    StepInput input() {
        return switch (result) {
            case PASSED -> new StepInput.Passed();
            case FAILED -> new StepInput.Failed(signature, failing);
            case NO_EVIDENCE -> new StepInput.NoEvidence(summary);
        };
    }
}
