package dev.mulligan.orchestrator.claim;

import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.JournalEntry.Adopted;
import dev.mulligan.orchestrator.journal.JournalEntry.Conflicting;
import dev.mulligan.orchestrator.journal.JournalEntry.Question;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.workspace.snapshot.Trees;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What somebody changed in the workspace while a question waited may be meant as help: the next attempt starts from it,
 * too. An agent that works in place sees it anyway.
 *
 * @param claim the step as it goes on
 * @param entry what is recorded; empty when nothing was changed
 */
public record HandEdits(Claim claim, Optional<JournalEntry> entry) {

    public static HandEdits adopt(Claim claim, FlowStepRow row) throws IOException {
        List<JournalEntry> journal = claim.journal();
        boolean answered = journal.size() > 1
                && journal.get(journal.size() - 2) instanceof Question asked
                && !(asked instanceof Conflicting)
                && List.of(StepStatus.SCHEDULED, StepStatus.WAITING).contains(row.status());
        if (!answered || claim.inPlace() || claim.workspace().travels()) {
            return new HandEdits(claim, Optional.empty());
        }
        String now = claim.home().snapshot();
        if (now.equals(claim.base())) {
            return new HandEdits(claim, Optional.empty());
        }
        Trees trees = claim.home().trees();
        Trees.Merge merge = trees.merging(claim.base(), now, claim.startTree());
        // Where both changed the same lines, the person's files win.
        String start = trees.replacing(merge.tree(), merge.conflicts(), now);
        trees.keep(claim.scope().runId() + "/" + claim.scope().step().id() + "-by-hand-" + journal.size(), now);
        Adopted adopted = new Adopted(claim.position().bestTree().isEmpty() ? "" : start);
        return new HandEdits(claim.with(now, adopted), Optional.of(adopted));
    }

    public List<Event> events() {
        return entry.isEmpty()
                ? List.of()
                : List.of(new CheckpointCreated(
                        claim.startTree(),
                        Optional.of(claim.scope().step().id()),
                        "changed by hand while a question waited"));
    }
}
