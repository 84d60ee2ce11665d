package dev.mulligan.orchestrator.run;

import dev.mulligan.Episode;
import dev.mulligan.Remedy;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.plan.Level;
import dev.mulligan.orchestrator.run.JournalEntry.Answered;
import dev.mulligan.orchestrator.run.JournalEntry.Asked;
import dev.mulligan.orchestrator.run.JournalEntry.Happened;
import dev.mulligan.orchestrator.run.JournalEntry.Made;
import dev.mulligan.orchestrator.run.JournalEntry.Retried;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.step.StepMachine;
import dev.mulligan.orchestrator.step.StepState;
import java.time.Duration;
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
 * @param bestTree the files with the fewest failures so far; empty when there are none yet
 * @param lastTree the files after the last attempt
 * @param made candidates of the newest round, by id
 * @param question what a person must answer before anything goes on
 * @param attempts agents started so far, as far as they were recorded
 */
record Position(
        StepState state,
        StepCommand command,
        Episode episode,
        Optional<String> model,
        String note,
        String bestTree,
        String lastTree,
        Map<String, Made> made,
        Optional<Asked> question,
        int attempts) {

    static Position of(StepMachine machine, Level level, List<JournalEntry> journal) {
        StepMachine.Next next = machine.next(StepState.start(level), new StepInput.Started());
        Position at = new Position(
                next.state(),
                next.command(),
                Episode.EMPTY,
                Optional.empty(),
                "",
                "",
                "",
                Map.of(),
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
            case Retried retried -> retried(retried.event());
            case Made candidate -> {
                Map<String, Made> more = new LinkedHashMap<>(made);
                more.put(candidate.candidate().id(), candidate);
                yield new Position(
                        state, command, episode, model, note, bestTree, lastTree, more, question, attempts + 1);
            }
            case Asked asked ->
                new Position(
                        state, command, episode, model, note, bestTree, lastTree, made, Optional.of(asked), attempts);
            case Answered answered -> answered(machine, answered);
        };
    }

    private Position answered(StepMachine machine, Answered answered) {
        if (question.isEmpty() || !question.get().questionId().equals(answered.questionId())) {
            return this;
        }
        return answered.yes()
                ? retried(question.get().ifYes())
                : happened(
                        machine,
                        new Happened(new StepInput.AgentGaveUp(question.get().otherwise()), "", ""));
    }

    private Position retried(RetryScheduled event) {
        Optional<String> nextModel = switch (event.remedy()) {
            case Remedy.StrongerModel stronger -> Optional.of(stronger.model());
            case Remedy.FallbackModel other -> Optional.of(other.model());
            case Remedy.Simple _, Remedy.OtherStrategy _, Remedy.Candidates _, Remedy.RestoreCheckpoint _ -> model;
        };
        Episode longer = episode.with(new Episode.Entry(
                event.attempt() - 1, model, event.remedy(), event.error(), Duration.ofMillis(event.delayMs())));
        return new Position(
                state, command, longer, nextModel, note, bestTree, lastTree, made, Optional.empty(), attempts + 1);
    }

    private Position happened(StepMachine machine, Happened happened) {
        StepMachine.Next next = machine.next(state, happened.input());
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
                happened.note().isEmpty() ? note : happened.note(),
                best,
                last,
                newRound ? Map.of() : made,
                Optional.empty(),
                attempts + (agentWorked ? 1 : 0));
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
