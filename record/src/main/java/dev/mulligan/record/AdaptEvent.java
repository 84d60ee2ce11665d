package dev.mulligan.record;

import java.util.List;
import java.util.Optional;

/** What was advised, what was learnt. */
public sealed interface AdaptEvent extends ProgramEvent {

    record StrategyRecommended(String stage, String strategy, int attempt, double failureRate, int samples, String why)
            implements AdaptEvent {}

    record StrategyApplied(String stage, String strategy, int attempt, String decidedBy) implements AdaptEvent {}

    /** {@code worked}: what the verifier saw working; empty while nothing has */
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
            implements AdaptEvent {}

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
