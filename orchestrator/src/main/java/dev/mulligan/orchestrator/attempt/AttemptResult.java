package dev.mulligan.orchestrator.attempt;

import dev.mulligan.agent.AgentResult;
import dev.mulligan.failure.Failure;
import dev.mulligan.workspace.snapshot.TreePatch;

/** What an agent's attempt left in its place. */
sealed interface AttemptResult {

    AgentResult result();

    /** {@code rung}: {@code edited} when the agent changed files itself, else how literally its answer was applied */
    record Changed(AgentResult result, String tree, TreePatch patch, String rung) implements AttemptResult {}

    /** The files are as before: nothing was changed, or what was asked for could not be done. */
    record Unusable(AgentResult result, String kind, String file, String problem) implements AttemptResult {}

    /** The agent itself failed; what it had changed is taken back. */
    record Failed(AgentResult result, Failure failure) implements AttemptResult {}
}
