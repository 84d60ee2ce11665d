package dev.mulligan.orchestrator.step;

import java.util.List;
import java.util.Set;

/** What just happened to a step. */
public sealed interface StepInput {

    record Started() implements StepInput {}

    record Passed() implements StepInput {}

    /**
     * The verifier said no.
     *
     * @param failing one entry a failing test or diagnostic
     */
    record Failed(String signature, Set<String> failing) implements StepInput {
        public Failed {
            failing = Set.copyOf(failing);
        }
    }

    /** Nothing was checked, or the evidence conflicts: neither pass nor fail. */
    record NoEvidence(String why) implements StepInput {}

    /** The answer held no edit, or one that was refused. */
    record NotApplied(String problem) implements StepInput {}

    /** The agent itself failed and its retries are used up. */
    record AgentGaveUp(String why) implements StepInput {}

    /** The agent's program is not there: no try and no repair can help. */
    record AgentMissing(String why) implements StepInput {}

    record BudgetExceeded(String what) implements StepInput {}

    /** All candidates of a round are verified. */
    record Candidates(List<Candidate> candidates) implements StepInput {
        public Candidates {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * The reviewer's or judge's order of the failing candidates.
     *
     * @param bestFirst empty when that failed
     * @param judged whether it was the judge, whose word is the last one
     */
    record Ranked(List<String> bestFirst, boolean judged) implements StepInput {
        public Ranked {
            bestFirst = List.copyOf(bestFirst);
        }
    }

    record Diagnosed(List<String> hypotheses) implements StepInput {
        public Diagnosed {
            hypotheses = List.copyOf(hypotheses);
        }
    }
}
