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
 * @param portions of the work that repairs got done, one failure at a time: they do not use up the repairs allowed
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
        int portions,
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
        return new StepState(first, 0, 0, 0, 0, 0, 0, 0, 0, false, List.of(), Optional.empty(), List.of());
    }

    StepState repairing(boolean freshContext) {
        return new StepState(
                level,
                repairs + 1,
                portions,
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
                portions,
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
                portions,
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
                portions,
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
                portions,
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
                portions,
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
        return new StepState(
                level, repairs, portions, 0, 0, 0, escalations, round, 0, true, seen, bestFailing, List.of());
    }

    StepState keeping(Set<String> failing) {
        boolean best =
                bestFailing.isEmpty() || failing.size() < bestFailing.get().size();
        return new StepState(
                level,
                repairs,
                portions,
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

    /** One failure of several is gone, as was asked for. */
    public StepState portionDone() {
        return new StepState(
                level,
                repairs,
                portions + 1,
                repairsInContext,
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

    /** Whatever was better than the beginning is given up; what was seen is remembered. */
    StepState rolledBack() {
        return new StepState(
                level,
                repairs,
                portions,
                0,
                0,
                0,
                escalations,
                round,
                failedRounds,
                diagnosed,
                seen,
                Optional.empty(),
                List.of());
    }

    /** Somebody wants a repair where the rules wanted {@code due}; candidates that were only planned do not count. */
    StepState repairingInsteadOf(StepCommand due) {
        boolean planned = due instanceof StepCommand.MakeCandidates;
        return new StepState(
                level == Level.L1 ? Level.L1 : Level.L2,
                repairs + 1,
                portions,
                repairsInContext + 1,
                0,
                0,
                planned ? Math.max(0, escalations - 1) : escalations,
                planned ? Math.max(0, round - 1) : round,
                failedRounds,
                diagnosed,
                seen,
                bestFailing,
                List.of());
    }
}
