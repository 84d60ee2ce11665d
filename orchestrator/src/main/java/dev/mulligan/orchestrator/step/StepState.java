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
 * @param repaired what repairs were made, and what they brought
 * @param rounds of candidates
 * @param seen signatures of this step, oldest first
 * @param bestFailing the smallest failing set so far
 * @param candidates of the round that is being judged
 */
public record StepState(
        Level level,
        Repaired repaired,
        Rounds rounds,
        List<String> seen,
        Optional<Set<String>> bestFailing,
        List<Candidate> candidates) {

    /**
     * The repairs of a step.
     *
     * @param made so far
     * @param portions of the work that repairs got done, one failure at a time: they do not use up the repairs allowed
     * @param inContext of them in the conversation that is open
     * @param nonImproving repairs in a row after which things were no better
     * @param notApplied answers in a row that could not be applied
     * @param checkedAgain runs of the verifier after its first, before any repair
     */
    public record Repaired(int made, int portions, int inContext, int nonImproving, int notApplied, int checkedAgain) {

        private static final Repaired NONE = new Repaired(0, 0, 0, 0, 0, 0);

        private Repaired another(boolean freshContext) {
            return new Repaired(
                    made + 1, portions, freshContext ? 1 : inContext + 1, nonImproving, notApplied, checkedAgain);
        }

        /** What follows is no repair in the same conversation: what is counted in a row begins anew. */
        private Repaired interrupted() {
            return new Repaired(made, portions, 0, 0, 0, checkedAgain);
        }
    }

    /**
     * The rounds of candidates.
     *
     * @param escalations from L2 to L3 so far
     * @param round the number of the newest one
     * @param failed in a row, since the last diagnosis
     */
    public record Rounds(int escalations, int round, int failed, boolean diagnosed) {

        private static final Rounds NONE = new Rounds(0, 0, 0, false);
    }

    public StepState {
        seen = List.copyOf(seen);
        candidates = List.copyOf(candidates);
    }

    public static StepState start(Level level) {
        Level first = level == Level.AUTO ? Level.L2 : level;
        return new StepState(first, Repaired.NONE, Rounds.NONE, List.of(), Optional.empty(), List.of());
    }

    public int repairs() {
        return repaired.made();
    }

    public int escalations() {
        return rounds.escalations();
    }

    public int round() {
        return rounds.round();
    }

    public int checkedAgain() {
        return repaired.checkedAgain();
    }

    /** The verifier, which runs first, runs once more before anything is repaired. */
    public StepState checkingAgain() {
        return with(new Repaired(
                repaired.made(),
                repaired.portions(),
                repaired.inContext(),
                repaired.nonImproving(),
                repaired.notApplied(),
                repaired.checkedAgain() + 1));
    }

    StepState repairing(boolean freshContext) {
        return with(repaired.another(freshContext));
    }

    StepState failedWith(String signature, Set<String> failing, boolean better, boolean afterRepair) {
        List<String> signatures = new ArrayList<>(seen);
        signatures.add(signature);
        Repaired tried = new Repaired(
                repaired.made(),
                repaired.portions(),
                repaired.inContext(),
                better || !afterRepair ? 0 : repaired.nonImproving() + 1,
                0,
                repaired.checkedAgain());
        return new StepState(level, tried, rounds, signatures, best(failing), candidates);
    }

    StepState couldNotApply() {
        return with(new Repaired(
                repaired.made(),
                repaired.portions(),
                repaired.inContext(),
                repaired.nonImproving(),
                repaired.notApplied() + 1,
                repaired.checkedAgain()));
    }

    StepState escalated() {
        return inRound(new Rounds(rounds.escalations() + 1, rounds.round(), rounds.failed(), rounds.diagnosed()));
    }

    StepState nextRound() {
        return inRound(new Rounds(rounds.escalations(), rounds.round() + 1, rounds.failed(), rounds.diagnosed()));
    }

    StepState judging(List<Candidate> made) {
        Rounds judged = new Rounds(rounds.escalations(), rounds.round(), rounds.failed() + 1, rounds.diagnosed());
        return new StepState(level, repaired, judged, seen, bestFailing, made);
    }

    /** A diagnosis starts the counting anew: what follows is another kind of attempt. */
    StepState afterDiagnosis() {
        Rounds diagnosed = new Rounds(rounds.escalations(), rounds.round(), 0, true);
        return new StepState(level, repaired.interrupted(), diagnosed, seen, bestFailing, List.of());
    }

    StepState keeping(Set<String> failing) {
        return new StepState(level, repaired, rounds, seen, best(failing), List.of());
    }

    /** One failure of several is gone, as was asked for. */
    public StepState portionDone() {
        return with(new Repaired(
                repaired.made(),
                repaired.portions() + 1,
                repaired.inContext(),
                repaired.nonImproving(),
                repaired.notApplied(),
                repaired.checkedAgain()));
    }

    /** Whatever was better than the beginning is given up; what was seen is remembered. */
    StepState rolledBack() {
        return new StepState(level, repaired.interrupted(), rounds, seen, Optional.empty(), List.of());
    }

    /** Somebody wants a repair where the rules wanted {@code due}; candidates that were only planned do not count. */
    StepState repairingInsteadOf(StepCommand due) {
        int planned = due instanceof StepCommand.MakeCandidates ? 1 : 0;
        return new StepState(
                level == Level.L1 ? Level.L1 : Level.L2,
                new Repaired(
                        repaired.made() + 1,
                        repaired.portions(),
                        repaired.inContext() + 1,
                        0,
                        0,
                        repaired.checkedAgain()),
                new Rounds(
                        Math.max(0, rounds.escalations() - planned),
                        Math.max(0, rounds.round() - planned),
                        rounds.failed(),
                        rounds.diagnosed()),
                seen,
                bestFailing,
                List.of());
    }

    private StepState with(Repaired changed) {
        return new StepState(level, changed, rounds, seen, bestFailing, candidates);
    }

    private StepState inRound(Rounds changed) {
        return new StepState(Level.L3, repaired.interrupted(), changed, seen, bestFailing, List.of());
    }

    private Optional<Set<String>> best(Set<String> failing) {
        boolean best =
                bestFailing.isEmpty() || failing.size() < bestFailing.get().size();
        return best ? Optional.of(Set.copyOf(failing)) : bestFailing;
    }
}
