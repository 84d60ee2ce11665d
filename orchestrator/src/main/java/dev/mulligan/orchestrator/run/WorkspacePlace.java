package dev.mulligan.orchestrator.run;

import dev.mulligan.workspace.git.Checkpoints;
import dev.mulligan.workspace.git.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The workspace itself. Remembers what it last saw, since every look costs several git processes. */
final class WorkspacePlace implements Place {

    private final Path root;
    private final Checkpoints checkpoints;
    private Optional<String> seen = Optional.empty();

    WorkspacePlace(Path root, Checkpoints checkpoints) {
        this.root = root;
        this.checkpoints = checkpoints;
    }

    @Override
    public Path folder() {
        return root;
    }

    @Override
    public synchronized String snapshot() throws IOException {
        if (seen.isEmpty()) {
            seen = Optional.of(checkpoints.snapshot());
        }
        return seen.get();
    }

    @Override
    public synchronized void bring(String tree) throws IOException {
        if (!seen.equals(Optional.of(tree))) {
            seen = Optional.empty();
            checkpoints.bring(tree, "before an attempt started over");
            seen = Optional.of(tree);
        }
    }

    @Override
    public Trees trees() {
        return checkpoints.trees();
    }

    @Override
    public synchronized void handOver() {
        seen = Optional.empty();
    }

    @Override
    public void leave() {}
}
