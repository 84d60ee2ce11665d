package dev.mulligan.record;

import java.util.List;
import java.util.Optional;

/** What was advised, what was learnt. */
public sealed interface AdaptEvent extends ProgramEvent {

    record StrategyRecommended(String stage, String strategy, int attempt, double failureRate, int samples, String why)
            implements AdaptEvent {}

    record StrategyApplied(String stage, String strategy, int attempt, String decidedBy) implements AdaptEvent {}

    /**
     * What one failure taught.
     *
     * @param id such as {@code lr-2026-01-31-001}
     * @param stage the kind of work: test, review, build, or a step type
     * @param signature the failure's stable identity
     * @param tried what was done about it, in order
     * @param worked what the verifier saw working, never what an agent claims; empty while nothing has
     * @param category syntax, logic, architecture, integration or environment
     * @param hint how to keep it from happening again
     */
    record LearningRecorded(
            String id,
            String stage,
            String signature,
            String error,
            List<String> files,
            int attempts,
            List<String> tried,
            Optional<String> worked,
            String category,
            String hint)
            implements AdaptEvent {

        public static LearningRecordedBuilder of(String id, String stage) {
            return new LearningRecordedBuilder(id, stage);
        }
    }

    /** Too many failures: what they share and what to look at. */
    record CascadeDetected(
            int failuresInWindow,
            int threshold,
            int windowSize,
            String action,
            List<String> items,
            String diagnosis,
            String recommendation)
            implements AdaptEvent {}

    /** Somebody looked at a cascade and said go on: what failed so far in this workspace no longer counts. */
    record CascadeContinued(String workspace, String by) implements AdaptEvent {}
}
