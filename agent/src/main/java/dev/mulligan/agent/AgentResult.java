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
 * @param turns how many turns it took, where it counts them
 * @param cost as the agent computed it
 * @param answer the provider's own answer, where the agent saw it
 * @param denied tools it was not allowed to use: a run that says "done" with any of these has not done it
 */
public record AgentResult(
        ProcessResult ended,
        String command,
        String reply,
        Optional<String> conversation,
        Optional<AgentEvidence.FinalWord> finalWord,
        OptionalInt turns,
        Usage usage,
        Optional<Money> cost,
        List<String> denied,
        Optional<Evidence> answer) {

    public AgentResult {
        denied = List.copyOf(denied);
    }

    /** Of an agent that is a process: what it printed is all there is to see. */
    public AgentResult(
            ProcessResult ended,
            String command,
            String reply,
            Optional<String> conversation,
            Optional<AgentEvidence.FinalWord> finalWord,
            OptionalInt turns,
            Usage usage,
            Optional<Money> cost,
            List<String> denied) {
        this(ended, command, reply, conversation, finalWord, turns, usage, cost, denied, Optional.empty());
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
        return new AgentEvidence(ended.exitCode(), word, turns, workspaceChanged, changeExpected, verifier);
    }
}
