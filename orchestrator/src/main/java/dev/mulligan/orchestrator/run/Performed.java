package dev.mulligan.orchestrator.run;

import dev.mulligan.event.Event;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What came of one command.
 *
 * @param events that belong to the entry and are stored with it
 * @param conversation to resume with next time; empty to keep none
 * @param notBefore when the next execution is due; empty for now
 * @param waiting a person must answer first
 * @param restart forget the step's journal: it begins anew on the files as they are now
 */
record Performed(
        JournalEntry entry,
        List<Event> events,
        Optional<String> conversation,
        Optional<Instant> notBefore,
        boolean waiting,
        boolean restart) {

    Performed {
        events = List.copyOf(events);
    }

    static Performed restart(JournalEntry entry) {
        return new Performed(entry, List.of(), Optional.empty(), Optional.empty(), false, true);
    }

    static Performed now(JournalEntry entry, List<Event> events, Optional<String> conversation) {
        return new Performed(entry, events, conversation, Optional.empty(), false, false);
    }
}
