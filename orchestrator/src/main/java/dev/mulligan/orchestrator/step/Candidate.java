package dev.mulligan.orchestrator.step;

import java.util.Set;

/**
 * One of several attempts made side by side.
 *
 * @param applied its edits fit
 * @param passed the verifier was satisfied, with evidence
 * @param signature of its failure; empty when it passed
 */
public record Candidate(
        String id, boolean applied, boolean passed, String signature, Set<String> failing, int changedLines) {

    /** Points on one scale: passing beats failing beats not applied; then fewer failures; then fewer lines. */
    static final double PASSING = 1000;

    static final double NOT_APPLIED = -10_000;

    public Candidate {
        failing = Set.copyOf(failing);
    }

    /** The deterministic score, which decides whenever nobody else does. */
    public double score() {
        if (!applied) {
            return NOT_APPLIED;
        }
        double size = changedLines / 10.0;
        return passed ? PASSING - size : -100.0 * Math.max(1, failing.size()) - size;
    }
}
