package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A result that is no folder: what is brought here waits until the step that brings it is recorded. */
final class ResultFolder implements WorkFolder {

    private final Path folder;
    private final Trees trees;
    private final RunResultRef head;
    private Optional<String> brought = Optional.empty();

    ResultFolder(Path folder, Trees trees, RunResultRef head) {
        this.folder = folder;
        this.trees = trees;
        this.head = head;
    }

    /** Other files than those of the head. */
    synchronized Optional<String> brought() {
        return brought;
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public synchronized String snapshot() {
        return brought.orElse(head.tree());
    }

    @Override
    public synchronized Brought bring(String tree, String left) {
        brought = Optional.of(tree).filter(other -> !other.equals(head.tree()));
        return Brought.exactly(tree);
    }

    @Override
    public List<String> land(String seen, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException {
        last.run();
        List<String> files = trees.between(seen, result).files();
        bring(result, seen);
        return files;
    }

    @Override
    public Trees trees() {
        return trees;
    }

    @Override
    public void handOver() {}

    @Override
    public void leave() {}
}
