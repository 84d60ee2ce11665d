package dev.mulligan.orchestrator.run;

import dev.mulligan.event.Event;
import dev.mulligan.event.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.orchestrator.run.JournalEntry.Adopted;
import dev.mulligan.orchestrator.run.JournalEntry.Happened;
import dev.mulligan.orchestrator.run.JournalEntry.Question;
import dev.mulligan.store.FlowStepRow;
import dev.mulligan.workspace.git.Trees;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What somebody changed in the workspace while a question waited stays: the step goes on from it, instead of bringing
 * back what it last saw.
 *
 * @param claim the step as it goes on
 * @param entry what is recorded; empty when nothing was changed
 */
record HandEdits(Claim claim, Optional<JournalEntry> entry) {

    static HandEdits adopt(Claim claim, FlowStepRow row) throws IOException {
        List<JournalEntry> journal = claim.journal();
        boolean answered = journal.size() > 1
                && journal.get(journal.size() - 2) instanceof Question
                && List.of(Conductor.SCHEDULED, Conductor.WAITING).contains(row.status());
        if (!answered || !claim.inPlace()) {
            return new HandEdits(claim, Optional.empty());
        }
        String left = left(claim);
        String now = claim.home().snapshot();
        if (now.equals(left)) {
            return new HandEdits(claim, Optional.empty());
        }
        Trees trees = claim.home().trees();
        // Where both changed the same lines, the person's files win.
        String start = trees.merge(left, now, claim.startTree()).orElse(now);
        String base = trees.merge(left, now, claim.base()).orElse(now);
        trees.keep(claim.scope().runId() + "/" + claim.scope().step().id() + "-by-hand-" + journal.size(), now);
        Adopted adopted = new Adopted(claim.position().bestTree().isEmpty() ? "" : start);
        return new HandEdits(claim.with(base, adopted), Optional.of(adopted));
    }

    /** The files as the step left them when it asked. */
    private static String left(Claim claim) {
        List<JournalEntry> before = claim.journal().subList(0, claim.journal().size() - 1);
        String best = claim.at(before).bestTree();
        String start = best.isEmpty() ? claim.base() : best;
        return before.reversed().stream()
                .filter(Happened.class::isInstance)
                .map(entry -> ((Happened) entry).tree())
                .findFirst()
                .filter(tree -> !tree.isEmpty())
                .orElse(start);
    }

    List<Event> events() {
        return entry.isEmpty()
                ? List.of()
                : List.of(new CheckpointCreated(
                        claim.startTree(),
                        Optional.of(claim.scope().step().id()),
                        "changed by hand while a question waited"));
    }
}
