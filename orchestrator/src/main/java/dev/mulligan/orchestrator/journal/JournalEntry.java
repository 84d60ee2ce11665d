package dev.mulligan.orchestrator.journal;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.step.Candidate;
import dev.mulligan.orchestrator.step.StepInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One row of a step's journal. Folding all of them gives the step's position back. */
public sealed interface JournalEntry {

    /** Trees that whoever goes on with the step may need. */
    default List<String> trees() {
        return switch (this) {
            case Happened happened -> List.of(happened.tree());
            case Made made -> List.of(made.tree());
            case Advised advised -> List.of(advised.tree());
            case Chosen chosen -> List.of(chosen.tree());
            case Adopted adopted -> List.of(adopted.tree());
            case Conflicting conflicting -> List.of(conflicting.tree());
            case Retried _, Asked _, Answered _, Replacing _ -> List.of();
        };
    }

    /**
     * Something the step machine must know.
     *
     * @param note for the next attempt: the lines a fixer needs
     * @param tree the files as they were then; empty when they are as before
     */
    record Happened(StepInput input, String note, String tree) implements JournalEntry {}

    /**
     * An attempt failed and another one was decided on, with what must be different.
     *
     * @param model of the failed attempt
     * @param since when the first attempt of this operation began
     */
    record Retried(RetryScheduled event, Optional<String> model, Instant since) implements JournalEntry {}

    /** One candidate of the round is finished. */
    record Made(Candidate candidate, String tree, String note) implements JournalEntry {}

    /** Nothing goes on before somebody answers. */
    sealed interface Question extends JournalEntry {
        String questionId();
    }

    /**
     * A person decides whether the next attempt is made.
     *
     * @param whenYes the events that tell of it then
     * @param whenNo the events that tell of its end
     */
    record Asked(String questionId, Retried ifYes, String otherwise, List<Event> whenYes, List<Event> whenNo)
            implements Question {
        public Asked {
            whenYes = List.copyOf(whenYes);
            whenNo = List.copyOf(whenNo);
        }
    }

    /**
     * A person decides how a failed step goes on.
     *
     * @param tree the files a rollback would give up
     */
    record Advised(String questionId, int attempt, String recommended, List<String> choices, String tree)
            implements Question {
        public Advised {
            choices = List.copyOf(choices);
        }
    }

    /**
     * A person decides what becomes of a verified result that contradicts what somebody changed meanwhile.
     *
     * @param tree the result
     */
    record Conflicting(String questionId, List<String> files, String tree) implements Question {
        public Conflicting {
            files = List.copyOf(files);
        }
    }

    /** The result's version of files that contradict each other is to be taken. */
    record Replacing(String by) implements JournalEntry {}

    /**
     * How the step goes on.
     *
     * @param strategy its name, or a word of {@link dev.mulligan.orchestrator.step.StepChoice}
     * @param note what the one who chose has to say to the agent, or why
     * @param tree the files that a rollback gives up
     * @param fresh whether the next attempt starts a new conversation
     */
    record Chosen(String strategy, String by, String note, String tree, boolean fresh) implements JournalEntry {}

    /** Somebody changed the files while a question waited; {@code tree} is where the next attempt starts, if not at the base. */
    record Adopted(String tree) implements JournalEntry {}

    record Answered(String questionId, boolean yes) implements JournalEntry {}
}
