package dev.mulligan.orchestrator.plan;

/**
 * The numbers of the repair loop and of the candidates.
 *
 * @param maxIterations repairs at most
 * @param stopAfterNonImproving repairs in a row that change nothing for the better
 * @param freshContextAfter repairs in one conversation before the next starts a new one
 * @param maxRuns runs of a verifier that runs first, those after repairs included; 0 for no limit
 * @param maxRounds rounds of candidates at most
 */
public record LoopSettings(
        int maxIterations,
        int stopAfterNonImproving,
        int freshContextAfter,
        int maxRuns,
        int maxRounds,
        Escalation escalation,
        Candidates candidates) {

    /** When the loop gives way to candidates. */
    public record Escalation(
            boolean enabled,
            int toL3AfterNonImprovingIterations,
            int toL3AfterPatchApplyFailures,
            int maxEscalations) {}

    /** How candidates are made and chosen. */
    public record Candidates(int bestOfN, boolean enableReviewer, boolean enableJudge, Diagnosis diagnosis) {}

    /** When to stop trying and think. */
    public record Diagnosis(boolean enabled, int triggerOnRepeatedFailures, int maxToTBranches) {}

    public static final LoopSettings STANDARD = new LoopSettings(
            5, 2, 2, 0, 3, new Escalation(true, 2, 2, 1), new Candidates(3, true, true, new Diagnosis(true, 2, 3)));
}
