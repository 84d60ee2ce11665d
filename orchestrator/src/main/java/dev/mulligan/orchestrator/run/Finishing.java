package dev.mulligan.orchestrator.run;

import dev.mulligan.event.CandidateEvent.CandidateSelected;
import dev.mulligan.orchestrator.run.JournalEntry.Happened;
import dev.mulligan.orchestrator.run.JournalEntry.Made;
import dev.mulligan.orchestrator.step.StepCommand.Finish;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.workspace.git.Trees;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Brings a step's result into the workspace. Only what the verifier passed on the very files that result goes in. */
final class Finishing {

    private final Map<String, ReentrantLock> workspaces = new ConcurrentHashMap<>();
    private final Fence fence;

    Finishing(Fence fence) {
        this.fence = fence;
    }

    /** Empty when the step is done; otherwise what stands in its way, for the machine to decide about. */
    Optional<Performed> finish(Claim claim, Finish finish, Place place, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        Position position = claim.position();
        String tree = finish.candidate()
                .map(id -> made(position, id).tree())
                .orElse(position.lastTree().isEmpty() ? claim.startTree() : position.lastTree());
        finish.candidate()
                .ifPresent(id -> live.add(new CandidateSelected(
                        claim.scope().step().id(), Integer.parseInt(id.substring(1)), "smallest_passing", true)));
        if (claim.inPlace()) {
            fence.check(claim);
            place.bring(tree);
            return finish.candidate().isEmpty() ? Optional.empty() : verifiedAgain(position, place, tree, runner, live);
        }
        ReentrantLock lock = workspaces.computeIfAbsent(claim.site().name(), _ -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            return merge(claim, place, tree, runner, live);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Performed> merge(Claim claim, Place place, String tree, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        Place workspace = claim.site().homeNow();
        Trees trees = workspace.trees();
        String now = workspace.snapshot();
        Optional<String> merged = trees.merge(claim.base(), now, tree);
        if (merged.isEmpty()) {
            String problem = "what this step changed contradicts what was changed meanwhile in "
                    + String.join(", ", trees.between(claim.base(), now).files());
            return Optional.of(Performed.restart(new Happened(new StepInput.NotApplied(problem), problem, "")));
        }
        if (!now.equals(claim.base()) && !merged.get().equals(now)) {
            place.bring(merged.get());
            Optional<Performed> trouble = verifiedAgain(claim.position(), place, merged.get(), runner, live);
            if (trouble.isPresent()) {
                return trouble;
            }
        }
        fence.check(claim);
        trees.keep(claim.scope().runId() + "/" + claim.scope().step().id(), tree);
        workspace.bring(merged.get());
        return Optional.empty();
    }

    private static Optional<Performed> verifiedAgain(
            Position position, Place place, String tree, StepRunner runner, LiveEvents live)
            throws IOException, InterruptedException {
        Checked checked = runner.verify(place, position.attempts(), "", live);
        return checked.passed()
                ? Optional.empty()
                : Optional.of(Performed.now(
                        new Happened(checked.input(), checked.note(), tree), List.of(), Optional.empty()));
    }

    /** The best files there were are what a step without success leaves. */
    void stop(Claim claim, Stop stop, Place place) throws IOException {
        Position position = claim.position();
        String best = stop.keep()
                .map(id -> made(position, id).tree())
                .orElse(
                        position.bestTree().isEmpty() && !position.lastTree().isEmpty()
                                ? position.lastTree()
                                : claim.startTree());
        fence.check(claim);
        if (claim.inPlace()) {
            place.bring(best);
        } else {
            place.trees()
                    .keep(claim.scope().runId() + "/" + claim.scope().step().id(), best);
        }
    }

    private static Made made(Position position, String id) {
        Made made = position.made().get(id);
        if (made == null) {
            throw new IllegalStateException("the journal has no candidate " + id);
        }
        return made;
    }
}
