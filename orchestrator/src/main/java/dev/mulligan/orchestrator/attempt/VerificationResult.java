package dev.mulligan.orchestrator.attempt;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.AttemptNote;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.record.VerificationEvent.VerificationFinished;
import java.util.Optional;
import java.util.Set;

/**
 * A verifier's word.
 *
 * @param note the lines a fixer needs, most useful first
 * @param tests how many ran, where that is known
 * @param cause of a failure that is not in the work, such as a network that is down
 */
public record VerificationResult(
        Result result,
        String signature,
        Set<String> failing,
        int tests,
        String summary,
        String note,
        long millis,
        Optional<Failure> cause) {

    public enum Result {
        PASSED("passed"),
        FAILED("failed"),
        NO_EVIDENCE("no_evidence");

        private final String wireName;

        Result(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public VerificationResult {
        failing = Set.copyOf(failing);
    }

    public VerificationResult(
            Result result, String signature, Set<String> failing, int tests, String summary, String note, long millis) {
        this(result, signature, failing, tests, summary, note, millis, Optional.empty());
    }

    /** As an event. The output is kept only where somebody has to look at it. */
    public VerificationFinished event(String stepId, int attempt) {
        return VerificationFinished.of(stepId, attempt)
                .ended(passed(), result.wireName())
                .found(tests, failing.size(), signature)
                .took(millis)
                .summary(summary)
                .output(passed() ? Optional.empty() : Optional.of(note))
                .build();
    }

    /** A failed check as a failure of its attempt: for the agent to mend, unless its cause is elsewhere. */
    Failure failure() {
        return cause.orElseGet(
                        () -> Failure.of(FailureType.TOOL_FAILURE, false, headline(), Action.REPHRASE, "run.verifier"))
                .withSignature(signature);
    }

    /** What failed, in one line; how much, where that is all there is. */
    private String headline() {
        String said = AttemptNote.headline(note);
        return said.isBlank()
                ? summary.lines().filter(line -> !line.isBlank()).findFirst().orElse("")
                : said;
    }

    public boolean passed() {
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
