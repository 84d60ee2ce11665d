package dev.mulligan.agent;

import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.outcome.AgentEvidence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What was seen of one attempt.
 *
 * @param ended the process
 * @param command for showing; holds no secret
 * @param reply the agent's last message
 * @param conversation what {@link AgentTask#resuming} takes
 * @param finalWord the agent's own claim, where it makes one
 * @param answer the provider's own answer, where the agent saw it
 * @param denied tools it was not allowed to use: a run that says "done" with any of these has not done it
 */
public record AgentResult(
        ProcessResult ended,
        String command,
        String reply,
        Optional<String> conversation,
        Optional<AgentEvidence.FinalWord> finalWord,
        Effort effort,
        List<String> denied,
        Optional<Evidence> answer) {

    /**
     * What the attempt took.
     *
     * @param turns where the agent counts them
     * @param cost as the agent computed it
     */
    public record Effort(OptionalInt turns, Usage usage, Optional<Money> cost) {

        public static final Effort UNKNOWN = new Effort(OptionalInt.empty(), Usage.NONE, Optional.empty());
    }

    public AgentResult {
        denied = List.copyOf(denied);
    }

    /** The same attempt with another last message. */
    public AgentResult saying(String other) {
        return new AgentResult(ended, command, other, conversation, finalWord, effort, denied, answer);
    }

    public OptionalInt turns() {
        return effort.turns();
    }

    public Usage usage() {
        return effort.usage();
    }

    public Optional<Money> cost() {
        return effort.cost();
    }

    /** For the classifier. */
    public Evidence evidence() {
        return answer.orElseGet(() -> new Evidence.Exited(
                command, ended.exitCode(), Optional.empty(), ended.stdout(), ended.stderr(), Optional.empty()));
    }

    /** The agent's side of the evidence; workspace and verifier are for the caller to add. */
    public AgentEvidence evidence(
            Optional<Boolean> workspaceChanged, boolean changeExpected, Optional<AgentEvidence.Check> verifier) {
        Optional<AgentEvidence.FinalWord> word = denied.isEmpty() && ended.ending() == ProcessEnding.EXITED
                ? finalWord
                : Optional.of(AgentEvidence.FinalWord.ERROR);
        return new AgentEvidence(ended.exitCode(), word, turns(), workspaceChanged, changeExpected, verifier);
    }
}
