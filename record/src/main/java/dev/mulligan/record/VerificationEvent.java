package dev.mulligan.record;

import java.util.Optional;

/** The verifier's word, the only one that counts. */
public sealed interface VerificationEvent extends ProgramEvent {

    String stepId();

    record VerificationStarted(String stepId, int attempt, String command) implements VerificationEvent {}

    /**
     * @param outcome {@code passed}, {@code failed} or {@code no_evidence}; the last is never a pass
     * @param output what the verifier found, for people; absent when it passed
     */
    record VerificationFinished(
            String stepId,
            int attempt,
            boolean passed,
            String outcome,
            String signature,
            int tests,
            int failures,
            long durationMs,
            String summary,
            Optional<String> output)
            implements VerificationEvent {

        /** The run's folder has all of it. */
        public static final int LONGEST_OUTPUT = 16 * 1024;

        public static VerificationFinishedBuilder of(String stepId, int attempt) {
            return new VerificationFinishedBuilder(stepId, attempt);
        }

        public VerificationFinished {
            output = output.map(
                    text -> text.length() <= LONGEST_OUTPUT ? text : text.substring(0, LONGEST_OUTPUT) + "\n…");
        }
    }
}
