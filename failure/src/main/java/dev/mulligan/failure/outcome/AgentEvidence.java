package dev.mulligan.failure.outcome;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What was seen of one agent run. An empty part was not observed, which is not the same as good.
 *
 * @param exitCode of the agent's process
 * @param finalEvent the agent's own last word
 * @param turns how many turns it took
 * @param workspaceChanged whether the files differ from before
 * @param changeExpected whether the task can be done without changing a file
 * @param verifier what an independent check says
 */
public record AgentEvidence(
        OptionalInt exitCode,
        Optional<FinalWord> finalEvent,
        OptionalInt turns,
        Optional<Boolean> workspaceChanged,
        boolean changeExpected,
        Optional<Check> verifier) {

    /** The agent's own claim. */
    public enum FinalWord {
        SUCCESS,
        ERROR,
        /** It stopped because a limit was reached, with the work perhaps half done. */
        LIMIT_REACHED
    }

    /**
     * The result of a verifier.
     *
     * @param passed whether the verifier was satisfied
     * @param checksRun how many tests or checks ran; empty when the verifier does not count
     */
    public record Check(boolean passed, OptionalInt checksRun) {

        /** Passing without having looked at anything proves nothing. */
        boolean isEvidence() {
            return !passed || checksRun.isEmpty() || checksRun.getAsInt() > 0;
        }
    }
}
