package dev.mulligan.record;

/** The verifier's word, the only one that counts. */
public sealed interface VerificationEvent extends ProgramEvent {

    String stepId();

    record VerificationStarted(String stepId, int attempt, String command) implements VerificationEvent {}

    /** {@code outcome}: {@code passed}, {@code failed} or {@code no_evidence}; the last is never a pass */
    record VerificationFinished(
            String stepId,
            int attempt,
            boolean passed,
            String outcome,
            String signature,
            int tests,
            int failures,
            long durationMs,
            String summary)
            implements VerificationEvent {}
}
