package dev.mulligan.orchestrator.journal;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.journal.JournalEntry.Adopted;
import dev.mulligan.orchestrator.journal.JournalEntry.Answered;
import dev.mulligan.orchestrator.journal.JournalEntry.Asked;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalEntry.Made;
import dev.mulligan.orchestrator.journal.JournalEntry.Question;
import dev.mulligan.orchestrator.journal.JournalEntry.Replacing;
import dev.mulligan.orchestrator.journal.JournalEntry.Retried;
import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.step.StepChoice;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.step.StepMachine;
import dev.mulligan.orchestrator.step.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where a step stands: a pure fold over its journal.
 *
 * @param episode failed tries of the command that is due
 * @param model for the next try, where a decision chose one
 * @param note what the next attempt must know
 * @param bestNote what failed in the best files so far
 * @param bestTree the files with the fewest failures so far; empty when there are none yet
 * @param lastTree the files after the last attempt
 * @param made candidates of the newest round, by id
 * @param question what a person must answer before anything goes on
 * @param chosen how the command that is due is gone about, where somebody or something chose
 * @param pending the decision to try the command that is due once more, if it was tried before
 * @param attempts agents started so far, as far as they were recorded
 */
public record Position(
        StepState state,
        StepCommand command,
        Episode episode,
        Optional<String> model,
        String note,
        String bestNote,
        String bestTree,
        String lastTree,
        Map<String, Made> made,
        Optional<Question> question,
        Optional<Chosen> chosen,
        Optional<Retried> pending,
        int attempts) {

    private static final String CHECK = "\n\nThe check that must pass still failed before that:\n";

    public static Position of(StepMachine given, Level level, List<JournalEntry> journal) {
        StepMachine machine = given.at(level);
        StepMachine.Next next = machine.next(StepState.start(level), new StepInput.Started());
        Position at = new Position(
                next.state(),
                next.command(),
                Episode.EMPTY,
                Optional.empty(),
                "",
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
        for (JournalEntry entry : journal) {
            at = at.after(machine, entry);
        }
        return at;
    }

    private Position after(StepMachine machine, JournalEntry entry) {
        return switch (entry) {
            case Happened happened -> happened(machine, happened);
            case Retried retried -> retried(retried);
            case Made candidate -> {
                Map<String, Made> more = new LinkedHashMap<>(made);
                more.put(candidate.candidate().id(), candidate);
                yield new Position(
                        state,
                        command,
                        episode,
                        model,
                        note,
                        bestNote,
                        bestTree,
                        lastTree,
                        more,
                        question,
                        chosen,
                        pending,
                        attempts + 1);
            }
            case Question asked ->
                new Position(
                        state,
                        command,
                        episode,
                        model,
                        note,
                        bestNote,
                        bestTree,
                        lastTree,
                        made,
                        Optional.of(asked),
                        chosen,
                        pending,
                        attempts);
            case Chosen choice -> chosen(choice);
            case Adopted adopted ->
                new Position(
                        state,
                        command,
                        episode,
                        model,
                        note,
                        bestNote,
                        adopted.tree(),
                        adopted.tree(),
                        made,
                        question,
                        chosen,
                        pending,
                        attempts);
            case Answered answered -> answered(machine, answered);
            case Replacing _ -> withoutQuestion();
        };
    }

    private Position withoutQuestion() {
        return new Position(
                state,
                command,
                episode,
                model,
                note,
                bestNote,
                bestTree,
                lastTree,
                made,
                Optional.empty(),
                chosen,
                pending,
                attempts);
    }

    private Position answered(StepMachine machine, Answered answered) {
        if (question.isEmpty()
                || !(question.get() instanceof Asked asked)
                || !asked.questionId().equals(answered.questionId())) {
            return this;
        }
        return answered.yes()
                ? retried(asked.ifYes())
                : happened(machine, new Happened(new StepInput.AgentGaveUp(asked.otherwise()), "", ""));
    }

    private Position chosen(Chosen choice) {
        StepMachine.Next next = StepChoice.next(state, command, choice.strategy(), why(choice), choice.fresh());
        boolean back = choice.strategy().equals(StepChoice.ROLLBACK);
        return new Position(
                next.state(),
                next.command(),
                Episode.EMPTY,
                model,
                note,
                bestNote,
                back ? "" : bestTree,
                back ? "" : lastTree,
                made,
                Optional.empty(),
                Optional.of(choice),
                Optional.empty(),
                attempts);
    }

    private static String why(Chosen choice) {
        return switch (choice.strategy()) {
            case StepChoice.SKIP -> "skipped by " + choice.by();
            case StepChoice.ABORT -> "given up by " + choice.by();
            default -> choice.note();
        };
    }

    /** Whether the failure it was to work on is gone, as when several are worked off one by one. */
    private boolean isPortion(StepInput input) {
        return chosen.filter(choice -> choice.strategy().equals("incremental")).isPresent()
                && input instanceof StepInput.Failed failed
                && state.bestFailing()
                        .filter(best -> failed.failing().size() < best.size())
                        .isPresent();
    }

    private Position retried(Retried retry) {
        RetryScheduled event = retry.event();
        Optional<String> nextModel = switch (event.remedy()) {
            case Remedy.StrongerModel stronger -> Optional.of(stronger.model());
            case Remedy.FallbackModel other -> Optional.of(other.model());
            case Remedy.Simple _, Remedy.OtherStrategy _, Remedy.Candidates _, Remedy.RestoreCheckpoint _ -> model;
        };
        Episode longer = episode.with(new Episode.Entry(
                event.attempt() - 1, retry.model().or(() -> model), remedy(), event.error(), delayBefore()));
        return new Position(
                state,
                command,
                longer,
                nextModel,
                note,
                bestNote,
                bestTree,
                lastTree,
                made,
                Optional.empty(),
                chosen,
                Optional.of(retry),
                attempts + 1);
    }

    private Position happened(StepMachine machine, Happened happened) {
        StepState from = isPortion(happened.input()) ? state.portionDone() : state;
        StepMachine.Next next = machine.next(from, happened.input());
        boolean better = !next.state().bestFailing().equals(state.bestFailing());
        String last = happened.tree().isEmpty() ? lastTree : happened.tree();
        String best = better ? treeOf(next.state().bestFailing().orElse(Set.of()), last) : bestTree;
        boolean newRound = next.command() instanceof StepCommand.MakeCandidates;
        boolean agentWorked = happened.input() instanceof StepInput.Passed
                || happened.input() instanceof StepInput.Failed
                || happened.input() instanceof StepInput.NotApplied
                || happened.input() instanceof StepInput.NoEvidence;
        return new Position(
                next.state(),
                next.command(),
                Episode.EMPTY,
                model,
                noted(happened, better),
                better || bestNote.isEmpty() ? happened.note() : bestNote,
                best,
                last,
                newRound ? Map.of() : made,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                attempts + (agentWorked ? 1 : 0));
    }

    /** What could not be applied says nothing about the check that failed before: both are told. */
    private String noted(Happened happened, boolean better) {
        if (happened.note().isEmpty()) {
            return note;
        }
        boolean worse = happened.input() instanceof StepInput.Failed
                && !better
                && !happened.tree().isEmpty()
                && !bestNote.isEmpty();
        if (worse) {
            // The next attempt starts from the best files, so what fails there is what it must know.
            return bestNote + "\n\nThe last change led to this and was taken back: "
                    + AttemptNote.headline(happened.note());
        }
        if (!(happened.input() instanceof StepInput.NotApplied) || state.seen().isEmpty()) {
            return happened.note();
        }
        int at = note.indexOf(CHECK);
        return happened.note() + CHECK + (at < 0 ? note : note.substring(at + CHECK.length()));
    }

    /** What is different about the next attempt of the command that is due. */
    public Remedy remedy() {
        return pending.map(retry -> retry.event().remedy()).orElse(Remedy.Simple.NOTHING);
    }

    /** How long the next attempt was waited for. */
    public Duration delayBefore() {
        return pending.map(retry -> Duration.ofMillis(retry.event().delayMs())).orElse(Duration.ZERO);
    }

    /** When the first attempt of the command that is due began, if one was made. */
    public Optional<Instant> since() {
        return pending.map(Retried::since);
    }

    /** The candidate that fails least, when that is where the best failing set came from. */
    private String treeOf(Set<String> failing, String otherwise) {
        return made.values().stream()
                .filter(one ->
                        one.candidate().applied() && one.candidate().failing().equals(failing))
                .map(Made::tree)
                .findFirst()
                .orElse(otherwise);
    }
}
