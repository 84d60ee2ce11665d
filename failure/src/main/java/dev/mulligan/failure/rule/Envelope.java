package dev.mulligan.failure.rule;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.facts.CommandLine;
import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.facts.KnownStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a rule asks of everything but the text; empty parts ask for nothing.
 *
 * @param agent whether the command must be, or must not be, a coding agent
 */
record Envelope(
        Set<Evidence.Form> forms,
        List<StatusRange> statuses,
        Set<Integer> exits,
        Set<String> signals,
        List<String> commands,
        Optional<Boolean> agent) {

    record StatusRange(int from, int to) {}

    boolean fits(EvidenceFacts facts, KnownStatus status) {
        return (forms.isEmpty() || forms.contains(facts.form()))
                && (statuses.isEmpty() || inRange(status.value()))
                && endedSo(facts)
                && (commands.isEmpty() || CommandLine.runsAny(facts.command(), commands))
                && (agent.isEmpty() || agent.get() == facts.agent());
    }

    private boolean inRange(int status) {
        for (StatusRange range : statuses) {
            if (status >= range.from() && status <= range.to()) {
                return true;
            }
        }
        return false;
    }

    private boolean endedSo(EvidenceFacts facts) {
        return (exits.isEmpty() && signals.isEmpty())
                || exits.contains(facts.exit())
                || signals.contains(facts.signal());
    }
}
