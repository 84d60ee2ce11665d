package dev.mulligan.record;

import java.util.List;
import java.util.Optional;

/** Several attempts side by side, and how one was chosen. */
public sealed interface CandidateEvent extends ProgramEvent {

    String stepId();

    /** {@code valid}: whether it could be parsed and applied; {@code variation}: what made it differ */
    record CandidateGenerated(
            String stepId,
            int candidate,
            boolean valid,
            Optional<String> model,
            String variation,
            Optional<String> error)
            implements CandidateEvent {}

    /** {@code how}: {@code smallest_passing}, {@code reviewer}, {@code judge} or {@code score} */
    record CandidateSelected(String stepId, int candidate, String how, boolean passed) implements CandidateEvent {}

    record JudgeInvoked(String stepId, String reason, int candidates) implements CandidateEvent {}

    record JudgeDecided(String stepId, int winner, double confidence, List<String> rationale)
            implements CandidateEvent {}

    record JudgeFailed(String stepId, String error) implements CandidateEvent {}
}
