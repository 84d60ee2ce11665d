package dev.mulligan.orchestrator.step;

import java.util.List;
import java.util.Optional;

/** What to do next. */
public sealed interface StepCommand {

    /** The verifier first, before any agent. */
    record Check() implements StepCommand {}

    /** The first change. */
    record Code() implements StepCommand {}

    /**
     * Another try that knows what failed.
     *
     * @param iteration counts repairs from 1
     * @param freshContext start a new conversation that carries only the findings
     */
    record Repair(int iteration, boolean freshContext) implements StepCommand {}

    /**
     * Several tries side by side, each from the best tree so far.
     *
     * @param round counts from 1
     * @param hypotheses one for each candidate where there is a diagnosis; otherwise they differ by temperature and model
     */
    record MakeCandidates(int round, int count, List<String> hypotheses) implements StepCommand {
        public MakeCandidates {
            hypotheses = List.copyOf(hypotheses);
        }
    }

    /** Let the reviewer order these. */
    record Review(List<String> candidates) implements StepCommand {}

    /** Let the judge decide between these: the reviewer was not sure enough, or there is none. */
    record Judge(List<String> candidates, String reason) implements StepCommand {}

    record Diagnose(int branches) implements StepCommand {}

    /** Done: the verifier passed. The candidate's tree is taken where there is one. */
    record Finish(Optional<String> candidate) implements StepCommand {}

    /** Not done. The best tree so far is kept, the candidate's where that is the best. */
    record Stop(StopReason reason, String why, Optional<String> keep) implements StepCommand {}
}
