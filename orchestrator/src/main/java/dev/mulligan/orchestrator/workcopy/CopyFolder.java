package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.copy.WorkingCopy;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A working copy of the run's own. */
final class CopyFolder implements WorkFolder {

    private final Trees trees;
    private final OpenCopies copies;
    private final String name;
    private WorkingCopy copy;
    /** The files it was just brought to; empty once somebody may have worked here. */
    private Optional<String> at;

    CopyFolder(OpenCopies copies, String name, WorkingCopy copy, Trees trees, Optional<String> at) {
        this.copies = copies;
        this.name = name;
        this.copy = copy;
        this.trees = trees;
        this.at = at;
    }

    @Override
    public Path folder() {
        return copy.folder();
    }

    @Override
    public String snapshot() throws IOException {
        return copy.snapshot();
    }

    @Override
    public Brought bring(String tree, String left) throws IOException {
        if (!at.equals(Optional.of(tree))) {
            at = Optional.empty();
            try {
                copy.bring(tree);
            } catch (IOException damaged) {
                copy = copies.renewed(name, tree, damaged);
            }
            at = Optional.of(tree);
        }
        return Brought.exactly(tree);
    }

    @Override
    public Brought bring(String tree) throws IOException {
        return bring(tree, "");
    }

    @Override
    public Brought startOver(String tree) throws IOException {
        copy.renewRepository();
        return bring(tree);
    }

    @Override
    public List<String> land(String seen, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException {
        last.run();
        List<String> files = trees.between(seen, result).files();
        bring(result);
        return files;
    }

    @Override
    public List<String> changedBeside() {
        return List.copyOf(copy.changedCompanions());
    }

    @Override
    public void restoreBeside() throws IOException {
        copy.restoreCompanions();
    }

    @Override
    public Trees trees() {
        return trees;
    }

    @Override
    public void handOver() {
        at = Optional.empty();
    }

    @Override
    public void leave() throws IOException {
        copies.remove(name);
    }
}
