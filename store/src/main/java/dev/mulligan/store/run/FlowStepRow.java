package dev.mulligan.store.run;

/**
 * A step as its workers see it.
 *
 * @param token of the worker that may write for it
 * @param tree the state of its files as of its last journal row; empty before the first
 * @param conversation what the agent can be resumed with; empty for none
 */
public record FlowStepRow(String stepId, StepStatus status, String token, String tree, String conversation) {

    /** How it stands for people: of a run that was stopped, nothing goes on that was under way. */
    public String standing(RunStatus run) {
        return run == RunStatus.STOPPED && status.isUnderWay() ? "stopped" : status.toString();
    }
}
