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
 * @param tries of the command that is due
 * @param found what the attempts so far came to
 * @param made candidates of the newest round, by id
 * @param question what a person must answer before anything goes on
 * @param chosen how the command that is due is gone about, where somebody or something chose
 * @param attempts agents started so far, as far as they were recorded
 */
public record Position(
        StepState state,
        StepCommand command,
        Tries tries,
        Found found,
        Map<String, Made> made,
        Optional<Question> question,
        Optional<Chosen> chosen,
        int attempts) {

    /**
     * The tries of one command.
     *
     * @param episode the ones that failed
     * @param model for the next one, where a decision chose one
     * @param pending the decision to try once more, if it was tried before
     */
    public record Tries(Episode episode, Optional<String> model, Optional<Retried> pending) {

        /** Of another command: the model stays, what failed does not count any more. */
        private Tries ofNextCommand() {
            return new Tries(Episode.EMPTY, model, Optional.empty());
        }
    }

    /**
     * What the attempts of a step came to.
     *
     * @param note what the next attempt must know
     * @param bestNote what failed in the best files so far
     * @param bestTree the files with the fewest failures so far; empty when there are none yet
     * @param lastTree the files after the last attempt
     */
    public record Found(String note, String bestNote, String bestTree, String lastTree) {

        private Found at(String best, String last) {
            return new Found(note, bestNote, best, last);
        }
    }

    public Episode episode() {
        return tries.episode();
    }

    public String note() {
        return found.note();
    }

    public String bestTree() {
        return found.bestTree();
    }

    public String lastTree() {
        return found.lastTree();
    }

    public static Position of(StepMachine given, Level level, List<JournalEntry> journal) {
        StepMachine machine = given.at(level);
        StepMachine.Next next = machine.next(StepState.start(level), new StepInput.Started());
        Position at = new Position(
                next.state(),
                next.command(),
                new Tries(Episode.EMPTY, Optional.empty(), Optional.empty()),
                new Found("", "", "", ""),
                Map.of(),
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
                yield new Position(state, command, tries, found, more, question, chosen, attempts + 1);
            }
            case Question asked -> asking(Optional.of(asked));
            case Chosen choice -> chosen(choice);
            case Adopted adopted ->
                new Position(
                        state,
                        command,
                        tries,
                        found.at(adopted.tree(), adopted.tree()),
                        made,
                        question,
                        chosen,
                        attempts);
            case Answered answered -> answered(machine, answered);
            case Replacing _ -> asking(Optional.empty());
        };
    }

    private Position asking(Optional<Question> what) {
        return new Position(state, command, tries, found, made, what, chosen, attempts);
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
                tries.ofNextCommand(),
                back ? found.at("", "") : found,
                made,
                Optional.empty(),
                Optional.of(choice),
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
            case Remedy.Simple _, Remedy.OtherStrategy _, Remedy.Candidates _, Remedy.RestoreCheckpoint _ ->
                tries.model();
        };
        Episode longer = tries.episode()
                .with(new Episode.Entry(
                        event.attempt() - 1, retry.model().or(tries::model), remedy(), event.error(), delayBefore()));
        return new Position(
                command instanceof StepCommand.Check ? state.checkingAgain() : state,
                command,
                new Tries(longer, nextModel, Optional.of(retry)),
                found,
                made,
                Optional.empty(),
                chosen,
                attempts + 1);
    }

    private Position happened(StepMachine machine, Happened happened) {
        StepState from = isPortion(happened.input()) ? state.portionDone() : state;
        StepMachine.Next next = machine.next(from, happened.input());
        boolean better = !next.state().bestFailing().equals(state.bestFailing());
        String last = happened.tree().isEmpty() ? found.lastTree() : happened.tree();
        String best = better ? treeOf(next.state().bestFailing().orElse(Set.of()), last) : found.bestTree();
        boolean newRound = next.command() instanceof StepCommand.MakeCandidates;
        boolean agentWorked = happened.input() instanceof StepInput.Passed
                || happened.input() instanceof StepInput.Failed
                || happened.input() instanceof StepInput.NotApplied
                || happened.input() instanceof StepInput.NoEvidence;
        boolean firstNote = found.bestNote().isEmpty();
        return new Position(
                next.state(),
                next.command(),
                tries.ofNextCommand(),
                new Found(
                        noted(happened, better), better || firstNote ? happened.note() : found.bestNote(), best, last),
                newRound ? Map.of() : made,
                Optional.empty(),
                Optional.empty(),
                attempts + (agentWorked ? 1 : 0));
    }

    /** What could not be applied says nothing about the check that failed before: both are told. */
    private String noted(Happened happened, boolean better) {
        if (happened.note().isEmpty()) {
            return found.note();
        }
        boolean worse = happened.input() instanceof StepInput.Failed
                && !better
                && !happened.tree().isEmpty()
                && !found.bestNote().isEmpty();
        if (worse) {
            // The next attempt starts from the best files, so what fails there is what it must know.
            return found.bestNote() + "\n\nThe last change led to this and was taken back: "
                    + AttemptNote.headline(happened.note());
        }
        if (!(happened.input() instanceof StepInput.NotApplied) || state.seen().isEmpty()) {
            return happened.note();
        }
        int at = found.note().indexOf(AttemptNote.CHECK);
        return happened.note()
                + AttemptNote.CHECK
                + (at < 0 ? found.note() : found.note().substring(at + AttemptNote.CHECK.length()));
    }

    /** What is different about the next attempt of the command that is due. */
    public Remedy remedy() {
        return tries.pending().map(retry -> retry.event().remedy()).orElse(Remedy.Simple.NOTHING);
    }

    /** How long the next attempt was waited for. */
    public Duration delayBefore() {
        return tries.pending()
                .map(retry -> Duration.ofMillis(retry.event().delayMs()))
                .orElse(Duration.ZERO);
    }

    /** When the first attempt of the command that is due began, if one was made. */
    public Optional<Instant> since() {
        return tries.pending().map(Retried::since);
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
