package dev.mulligan.orchestrator.step;

import dev.mulligan.orchestrator.plan.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything the machine remembers.
 *
 * @param level where the step is now; {@code auto} has become L2 or L3
 * @param repairs made so far
 * @param repairsInContext of them in the conversation that is open
 * @param nonImproving repairs in a row after which things were no better
 * @param notApplied answers in a row that could not be applied
 * @param escalations from L2 to L3 so far
 * @param round of candidates
 * @param failedRounds in a row, since the last diagnosis
 * @param seen signatures of this step, oldest first
 * @param bestFailing the smallest failing set so far
 * @param candidates of the round that is being judged
 */
public record StepState(
        Level level,
        int repairs,
        int repairsInContext,
        int nonImproving,
        int notApplied,
        int escalations,
        int round,
        int failedRounds,
        boolean diagnosed,
        List<String> seen,
        Optional<Set<String>> bestFailing,
        List<Candidate> candidates) {

    public StepState {
        seen = List.copyOf(seen);
        candidates = List.copyOf(candidates);
    }

    public static StepState start(Level level) {
        Level first = level == Level.AUTO ? Level.L2 : level;
        return new StepState(first, 0, 0, 0, 0, 0, 0, 0, false, List.of(), Optional.empty(), List.of());
    }

    StepState repairing(boolean freshContext) {
        return new StepState(
                level,
                repairs + 1,
                freshContext ? 1 : repairsInContext + 1,
                nonImproving,
                notApplied,
                escalations,
                round,
                failedRounds,
                diagnosed,
                seen,
                bestFailing,
                candidates);
    }

    StepState failedWith(String signature, Set<String> failing, boolean better, boolean afterRepair) {
        List<String> signatures = new ArrayList<>(seen);
        signatures.add(signature);
        boolean best =
                bestFailing.isEmpty() || failing.size() < bestFailing.get().size();
        return new StepState(
                level,
                repairs,
                repairsInContext,
                better || !afterRepair ? 0 : nonImproving + 1,
                0,
                escalations,
                round,
                failedRounds,
                diagnosed,
                signatures,
                best ? Optional.of(Set.copyOf(failing)) : bestFailing,
                candidates);
    }

    StepState couldNotApply() {
        return new StepState(
                level,
                repairs,
                repairsInContext,
                nonImproving,
                notApplied + 1,
                escalations,
                round,
                failedRounds,
                diagnosed,
                seen,
                bestFailing,
                candidates);
    }

    StepState escalated() {
        return new StepState(
                Level.L3,
                repairs,
                0,
                0,
                0,
                escalations + 1,
                round,
                failedRounds,
                diagnosed,
                seen,
                bestFailing,
                List.of());
    }

    StepState nextRound() {
        return new StepState(
                Level.L3,
                repairs,
                0,
                0,
                0,
                escalations,
                round + 1,
                failedRounds,
                diagnosed,
                seen,
                bestFailing,
                List.of());
    }

    StepState judging(List<Candidate> made) {
        return new StepState(
                level,
                repairs,
                repairsInContext,
                nonImproving,
                notApplied,
                escalations,
                round,
                failedRounds + 1,
                diagnosed,
                seen,
                bestFailing,
                made);
    }

    /** A diagnosis starts the counting anew: what follows is another kind of attempt. */
    StepState afterDiagnosis() {
        return new StepState(level, repairs, 0, 0, 0, escalations, round, 0, true, seen, bestFailing, List.of());
    }

    StepState keeping(Set<String> failing) {
        boolean best =
                bestFailing.isEmpty() || failing.size() < bestFailing.get().size();
        return new StepState(
                level,
                repairs,
                repairsInContext,
                nonImproving,
                notApplied,
                escalations,
                round,
                failedRounds,
                diagnosed,
                seen,
                best ? Optional.of(Set.copyOf(failing)) : bestFailing,
                List.of());
    }
}
