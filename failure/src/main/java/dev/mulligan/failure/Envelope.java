package dev.mulligan.failure;

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

    boolean fits(Facts facts, KnownStatus status) {
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

    private boolean endedSo(Facts facts) {
        return (exits.isEmpty() && signals.isEmpty())
                || exits.contains(facts.exit())
                || signals.contains(facts.signal());
    }
}
