package dev.mulligan.orchestrator.claim;

import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.PendingWrite;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepMachine;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A step that this worker holds, and where it stands.
 *
 * @param token what makes writes for this step ours
 * @param base the files when the step began
 * @param workspace where it works
 * @param progress how far it is
 * @param over the limit of the run's budget that was used up when the step was taken
 * @param recording what must be on record before files of the user change
 */
public record Claim(
        StepScope scope,
        String token,
        String base,
        String conversation,
        RunWorkspace workspace,
        Progress progress,
        PendingWrite recording,
        Optional<BudgetExceeded> over) {

    /**
     * How far a step is.
     *
     * @param position where it stands after all entries of the journal
     * @param interrupted whether somebody died in the middle of an attempt
     */
    public record Progress(List<JournalEntry> journal, Position position, boolean interrupted) {}

    public List<JournalEntry> journal() {
        return progress.journal;
    }

    public Position position() {
        return progress.position;
    }

    public boolean interrupted() {
        return progress.interrupted;
    }

    public boolean inPlace() {
        return workspace.inPlace();
    }

    public WorkFolder home() {
        return workspace.home();
    }

    StepMachine machine() {
        return scope.machine();
    }

    /** Where the step stands with one more entry. */
    public Position after(JournalEntry entry) {
        return after(List.of(entry));
    }

    public Position after(CommandResult performed) {
        return after(
                performed.then().map(then -> List.of(performed.entry(), then)).orElse(List.of(performed.entry())));
    }

    private Position after(List<JournalEntry> entries) {
        List<JournalEntry> longer = new ArrayList<>(progress.journal);
        longer.addAll(entries);
        return at(longer);
    }

    /** Where a step with this journal stands. */
    Position at(List<JournalEntry> entries) {
        return Position.of(machine(), scope.step().level().orElse(scope.plan().level()), entries);
    }

    /** The same step with what is just being recorded. */
    public Claim with(CommandResult performed, PendingWrite write) {
        List<JournalEntry> longer = new ArrayList<>(progress.journal);
        longer.add(performed.entry());
        performed.then().ifPresent(longer::add);
        Progress further = new Progress(longer, at(longer), false);
        return new Claim(scope, token, base, conversation, workspace, further, write, Optional.empty());
    }

    /** The same step, which may not pay for anything any more. */
    public Claim over(Optional<BudgetExceeded> limit) {
        return new Claim(scope, token, base, conversation, workspace, progress, recording, limit);
    }

    /** The same step from another base, with one more entry. */
    public Claim with(String newBase, JournalEntry entry) {
        List<JournalEntry> longer = new ArrayList<>(progress.journal);
        longer.add(entry);
        Progress further = new Progress(longer, at(longer), interrupted());
        return new Claim(scope, token, newBase, conversation, workspace, further, recording, over);
    }

    /** The files the next attempt starts from: the best so far. */
    public String startTree() {
        return progress.position.bestTree().isEmpty() ? base : progress.position.bestTree();
    }

    /** The files a step that has passed ends with. */
    public String endTree(StepCommand.Finish finish) {
        return finish.candidate()
                .map(id -> made(id).tree())
                .orElse(progress.position.lastTree().isEmpty() ? startTree() : progress.position.lastTree());
    }

    public JournalEntry.Made made(String id) {
        JournalEntry.Made made = progress.position.made().get(id);
        if (made == null) {
            throw new IllegalStateException("the journal has no candidate " + id);
        }
        return made;
    }

    /**
     * The files as the last attempt left them, for one that works in place. What another worker was doing when it died
     * is not known; then the files as they are now are what it left.
     */
    public String left() throws IOException {
        if (progress.interrupted) {
            return home().snapshot();
        }
        String left = base;
        for (JournalEntry entry : progress.journal) {
            // A rollback forgets what an attempt made, but it is there all the same until somebody puts it back.
            String tree = switch (entry) {
                case JournalEntry.Happened happened -> happened.tree();
                case JournalEntry.Adopted adopted -> adopted.tree();
                default -> "";
            };
            left = tree.isEmpty() ? left : tree;
        }
        return left;
    }

    public String copyName() {
        return workspace.lasting()
                ? scope.runId()
                : scope.runId() + "-" + scope.step().id();
    }
}
