package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came of one command.
 *
 * @param then how it goes on, where that was decided or is asked
 * @param events that belong to the entry and are stored with it
 * @param conversation to resume with next time; empty to keep none
 * @param notBefore when the next execution is due; empty for now
 * @param waiting a person must answer first
 * @param restart forget the step's journal: it begins anew on the files as they are now
 */
public record CommandResult(
        JournalEntry entry,
        Optional<JournalEntry> then,
        List<Event> events,
        Optional<String> conversation,
        Optional<Instant> notBefore,
        boolean waiting,
        boolean restart) {

    public CommandResult {
        events = List.copyOf(events);
    }

    /** Trees its entries name. */
    public List<String> trees() {
        List<String> all = new ArrayList<>(entry.trees());
        then.ifPresent(next -> all.addAll(next.trees()));
        return all;
    }

    public static CommandResult restart(JournalEntry entry) {
        return new CommandResult(entry, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), false, true);
    }

    public static CommandResult now(JournalEntry entry, List<Event> events, Optional<String> conversation) {
        return new CommandResult(entry, Optional.empty(), events, conversation, Optional.empty(), false, false);
    }

    /** The same, with more to record. */
    public CommandResult with(List<? extends Event> more) {
        List<Event> all = new ArrayList<>(events);
        all.addAll(more);
        return new CommandResult(entry, then, all, conversation, notBefore, waiting, restart);
    }

    /** The same, and how it goes on; a question makes it wait. */
    public CommandResult then(JournalEntry next) {
        return new CommandResult(
                entry,
                Optional.of(next),
                events,
                conversation,
                notBefore,
                waiting || next instanceof JournalEntry.Question,
                restart);
    }
}
