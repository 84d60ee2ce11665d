package dev.mulligan.orchestrator.run;

import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.step.Candidate;
import dev.mulligan.orchestrator.step.StepInput;

/** One row of a step's journal. Folding all of them gives the step's position back. */
sealed interface JournalEntry {

    /**
     * Something the step machine must know.
     *
     * @param note for the next attempt: the lines a fixer needs
     * @param tree the files as they were then; empty when they are as before
     */
    record Happened(StepInput input, String note, String tree) implements JournalEntry {}

    /** An attempt failed and another one was decided on, with what must be different. */
    record Retried(RetryScheduled event) implements JournalEntry {}

    /** One candidate of the round is finished. */
    record Made(Candidate candidate, String tree, String note) implements JournalEntry {}

    /** A person decides whether the next attempt is made. */
    record Asked(String questionId, RetryScheduled ifYes, String otherwise) implements JournalEntry {}

    record Answered(String questionId, boolean yes) implements JournalEntry {}
}
