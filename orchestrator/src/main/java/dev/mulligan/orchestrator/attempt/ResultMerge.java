package dev.mulligan.orchestrator.attempt;

import dev.mulligan.orchestrator.advice.Conflicts;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.claim.LeaseCheck;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.plan.PlanGraph;
import dev.mulligan.orchestrator.step.StepCommand.Finish;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.CandidateEvent.CandidateSelected;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.record.WorkspaceEvent.ResultLanded;
import dev.mulligan.store.EventStore;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeConflict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Brings a step's result into the workspace. Only what the verifier passed on the very files that result goes in. */
final class ResultMerge {

    private static final int MOST_ROUNDS = 5;

    private final Map<String, ReentrantLock> workspaces = new ConcurrentHashMap<>();
    private final LeaseCheck fence;
    private final EventStore store;

    ResultMerge(LeaseCheck fence, EventStore store) {
        this.fence = fence;
        this.store = store;
    }

    /** Empty when the step is done; otherwise what stands in its way, for the machine to decide about. */
    Optional<CommandResult> finish(Claim claim, Finish finish, WorkFolder place, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        String tree = claim.endTree(finish);
        finish.candidate()
                .ifPresent(id -> live.add(new CandidateSelected(
                        claim.scope().step().id(), Integer.parseInt(id.substring(1)), "smallest_passing", true)));
        if (claim.inPlace() && finish.candidate().isEmpty()) {
            // The verifier passed these very files where they are.
            return Optional.empty();
        }
        ReentrantLock lock = workspaces.computeIfAbsent(claim.workspace().name(), _ -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            return land(claim, place, tree, runner, live);
        } finally {
            lock.unlock();
        }
    }

    /** Brought together with whatever was changed in the workspace since the step began. */
    private Optional<CommandResult> land(Claim claim, WorkFolder place, String tree, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        String from = claim.inPlace() ? claim.startTree() : claim.base();
        boolean verified = !claim.inPlace();
        String checked = tree;
        for (int round = 1; ; round++) {
            WorkFolder workspace = claim.workspace().homeNow();
            Trees trees = workspace.trees();
            String now = workspace.snapshot();
            Trees.Merge merge = trees.merging(from, now, tree);
            boolean conflict = !merge.conflicts().isEmpty();
            if (conflict && !Conflicts.isReplacing(claim)) {
                return Optional.of(Conflicts.found(claim, merge.conflicts(), tree, store));
            }
            String result = conflict ? trees.replacing(merge.tree(), merge.conflicts(), tree) : merge.tree();
            if (verified && !result.equals(checked) && !result.equals(now)) {
                place.bring(result);
                Optional<CommandResult> trouble = verifiedAgain(claim.position(), place, result, runner, live);
                if (trouble.isPresent()) {
                    return trouble;
                }
                checked = result;
            }
            if (conflict) {
                fence.checkRecorded(claim);
                live.add(saved(claim, merge.conflicts()));
            }
            try {
                List<String> files = workspace.land(now, result, () -> fence.checkRecorded(claim));
                keep(claim, trees, tree);
                if (!files.isEmpty()) {
                    live.add(new ResultLanded(
                            claim.scope().step().id(),
                            files,
                            trees.between(from, now).files()));
                }
            } catch (TreeConflict changing) {
                if (round == MOST_ROUNDS) {
                    return Optional.of(Conflicts.found(claim, List.of(changing.path()), tree, store));
                }
                continue;
            }
            return claim.inPlace() ? verifiedAgain(claim.position(), place, tree, runner, live) : Optional.empty();
        }
    }

    private static CheckpointCreated saved(Claim claim, List<String> files) throws IOException {
        String id = claim.workspace().save("before step " + claim.scope().step().id() + " replaced files");
        return new CheckpointCreated(
                id,
                Optional.empty(),
                "your version of " + String.join(", ", files) + " is kept as checkpoint " + id
                        + "; to have the folder as it was before: mulligan checkpoint restore " + id);
    }

    /** A result that travels is kept by the repository it travels through. */
    private static void keep(Claim claim, Trees trees, String tree) throws IOException {
        if (PlanGraph.of(claim.scope().plan().steps()).isParallel()) {
            trees.keep(claim.scope().runId() + "/" + claim.scope().step().id(), tree);
        }
    }

    private static Optional<CommandResult> verifiedAgain(
            Position position, WorkFolder place, String tree, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        VerificationResult checked = runner.verify(place, position.attempts(), "", live);
        return checked.passed()
                ? Optional.empty()
                : Optional.of(CommandResult.now(
                        new Happened(checked.input(), checked.note(), tree), List.of(), Optional.empty()));
    }

    /** Nothing of a step without success enters the workspace; its best files are kept aside, and it is said where. */
    void stop(Claim claim, Stop stop, WorkFolder place, LiveEvents live) throws IOException {
        Position position = claim.position();
        String best = stop.keep()
                .map(id -> claim.made(id).tree())
                .orElse(
                        position.bestTree().isEmpty() && !position.lastTree().isEmpty()
                                ? position.lastTree()
                                : claim.startTree());
        fence.check(claim);
        String id = claim.scope().step().id();
        if (claim.inPlace() && claim.scope().step().rules().keepBest()) {
            String kept = stop.keep().map(one -> claim.made(one).tree()).orElse(claim.startTree());
            RestoredFiles.tell(place.bring(kept, left(position, claim.base())), "an attempt that made it worse", live);
            return;
        }
        if (claim.inPlace()) {
            RestoredFiles.tell(place.bring(claim.base(), left(position, claim.base())), "the step failed", live);
        }
        if (!best.equals(claim.base())) {
            place.trees().keep(claim.scope().runId() + "/" + id, best);
            String file = claim.scope()
                    .folder()
                    .patch(
                            id + "-best.diff",
                            place.trees().between(claim.base(), best).text());
            Path kept = claim.scope().folder().path().resolve(file);
            Path root = claim.scope().plan().workspace();
            live.add(new CheckpointCreated(
                    best,
                    Optional.of(id),
                    "nothing of it stays in the workspace; the best attempt is kept in "
                            + (kept.startsWith(root) ? root.relativize(kept) : kept)));
        }
    }

    /** What the last attempt left, as far as that is known. */
    private static String left(Position position, String otherwise) {
        return position.lastTree().isEmpty() ? otherwise : position.lastTree();
    }
}
