package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The workspace itself. Remembers what it last saw, since a look costs. */
final class WorkspaceFolder implements WorkFolder {

    private final Path root;
    private final Checkpoints checkpoints;
    private final ForbiddenPaths guarded;
    private Optional<String> seen = Optional.empty();
    private Optional<String> worked = Optional.empty();

    /** @param guarded files that are seen although git ignores them */
    WorkspaceFolder(Path root, Checkpoints checkpoints, ForbiddenPaths guarded) {
        this.root = root;
        this.checkpoints = checkpoints;
        this.guarded = guarded;
    }

    @Override
    public Path folder() {
        return root;
    }

    @Override
    public synchronized String snapshot() throws IOException {
        if (seen.isEmpty()) {
            seen = Optional.of(checkpoints.snapshot(guarded.files(root)));
        }
        return seen.get();
    }

    @Override
    public synchronized Brought bring(String tree, String left) throws IOException {
        seen = Optional.empty();
        boolean switched =
                worked.filter(branch -> isOther(branch, checkpoints.branch())).isPresent();
        if (switched) {
            // Another branch brought its own files: what differs is not the agent's work alone.
            String now = snapshot();
            return new Brought(
                    now, List.of(), checkpoints.trees().between(now, tree).files(), Optional.empty());
        }
        Checkpoints.TakenBack back =
                checkpoints.takeBack(tree, left, "before an attempt was taken back", guarded.files(root));
        seen = Optional.of(back.tree());
        return new Brought(back.tree(), back.files(), back.kept(), back.undo().map(Checkpoint::id));
    }

    @Override
    public synchronized List<String> land(String from, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException {
        seen = Optional.empty();
        return checkpoints.land(from, result, last);
    }

    @Override
    public Trees trees() {
        return checkpoints.trees();
    }

    @Override
    public Optional<String> keep(String tree, String before) throws IOException {
        return checkpoints.keep(tree, before).map(Checkpoint::id);
    }

    @Override
    public synchronized void handOver() {
        seen = Optional.empty();
        worked = Optional.of(checkpoints.branch());
    }

    /** A commit moves no branch's name. */
    private static boolean isOther(String before, String now) {
        return !before.equals(now) && before.startsWith("ref:");
    }

    @Override
    public void leave() {}
}
