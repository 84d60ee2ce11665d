package dev.mulligan.orchestrator.advice;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Conflicting;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalEntry.Replacing;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.record.WorkspaceEvent.ResultLanded;
import dev.mulligan.store.EventStore;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A verified result and a change that somebody made meanwhile, in the same lines: a question, not a guess. */
public final class Conflicts {

    static final String AGAIN = "again";
    static final String REPLACE = "replace";
    static final String LEAVE = "leave";
    private static final List<String> CHOICES = List.of(AGAIN, REPLACE, LEAVE);
    private static final int MOST_RESTARTS = 2;
    private static final int MOST_EVENTS = 1_000_000;
    private static final int MOST_NAMED = 20;

    private Conflicts() {}

    /** What follows: with others of this run the step starts over; with a person's change the person is asked. */
    public static CommandResult found(Claim claim, List<String> files, String tree, EventStore store) {
        StepScope scope = claim.scope();
        String named = named(files);
        String problem = "what this step changed contradicts what was changed meanwhile in " + named;
        boolean ownRun = claim.workspace().travels() || isAllOf(landedByOthers(scope, store), files);
        boolean again = ownRun || (!scope.order().attended() && starts(scope, store) <= MOST_RESTARTS);
        if (again) {
            return CommandResult.restart(new Happened(new StepInput.NotApplied(problem), problem, ""))
                    .with(List.of(
                            new RunResumed("a restart of step " + scope.step().id() + ": " + problem)));
        }
        if (!scope.order().attended()) {
            return CommandResult.now(
                    new Happened(new StepInput.AgentGaveUp(problem), problem, ""), List.of(), Optional.empty());
        }
        String id = "q-" + scope.runId() + "-" + scope.step().id() + "-conflict-"
                + claim.journal().size();
        Conflicting question = new Conflicting(id, files, tree);
        QuestionAsked asked = new QuestionAsked(
                id,
                "Step " + scope.step().id() + " passed, but " + named
                        + " was changed in the workspace meanwhile, and the two do not fit together. Nothing was"
                        + " written. again: start the step over from your files. replace: take the step's version of"
                        + " these files; yours are kept as a checkpoint. leave: keep your files, and the result aside.",
                CHOICES,
                "");
        return new CommandResult(
                question, Optional.empty(), List.of(asked), Optional.empty(), Optional.empty(), true, false);
    }

    private static String named(List<String> files) {
        return String.join(", ", files.subList(0, Math.min(MOST_NAMED, files.size())))
                + (files.size() > MOST_NAMED ? " and " + (files.size() - MOST_NAMED) + " more" : "");
    }

    /** A file can stand in the way of a folder, and a folder in the way of a file. */
    private static boolean isAllOf(Set<String> landed, List<String> files) {
        return files.stream()
                .allMatch(file -> landed.stream()
                        .anyMatch(other ->
                                other.equals(file) || other.startsWith(file + "/") || file.startsWith(other + "/")));
    }

    private static Set<String> landedByOthers(StepScope scope, EventStore store) {
        Set<String> files = new HashSet<>();
        store.events(scope.runId(), 0, MOST_EVENTS).forEach(recorded -> {
            if (recorded.event() instanceof ResultLanded landed
                    && !landed.stepId().equals(scope.step().id())) {
                files.addAll(landed.files());
            }
        });
        return files;
    }

    private static long starts(StepScope scope, EventStore store) {
        return store.events(scope.runId(), 0, MOST_EVENTS).stream()
                .filter(recorded -> recorded.event() instanceof StepStarted started
                        && started.stepId().equals(scope.step().id()))
                .count();
    }

    /**
     * Puts an answer on record.
     *
     * @throws IllegalArgumentException when it is none
     */
    static void answer(RunLog.Writing writing, StepScope scope, Conflicting question, String answer, String by) {
        String word = answer.strip().toLowerCase(Locale.ROOT);
        String step = scope.step().id();
        switch (word) {
            case AGAIN -> writing.rows().forget(scope.runId(), step);
            case REPLACE -> writing.journal(scope.runId(), step, new Replacing(by));
            case LEAVE -> {
                String why = "its result contradicts changes of others and was left aside by " + by;
                writing.journal(
                        scope.runId(), step, new Happened(new StepInput.AgentGaveUp(why), why, question.tree()));
            }
            default ->
                throw new IllegalArgumentException(
                        "'" + answer + "' is no answer to this question; there are " + String.join(", ", CHOICES));
        }
        writing.append(scope.runId(), List.of(new QuestionAnswered(question.questionId(), word, by)));
    }

    /** Whether the journal says that the result's files are to be taken. */
    public static boolean isReplacing(Claim claim) {
        return !claim.journal().isEmpty() && claim.journal().getLast() instanceof Replacing;
    }
}
