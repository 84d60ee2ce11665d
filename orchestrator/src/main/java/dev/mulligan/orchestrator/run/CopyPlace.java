package dev.mulligan.orchestrator.run;

import dev.mulligan.workspace.git.Trees;
import dev.mulligan.workspace.git.WorkingCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A working copy of the run's own. */
final class CopyPlace implements Place {

    private final WorkingCopy copy;
    private final Trees trees;
    private final OpenCopies copies;
    private final String name;

    CopyPlace(OpenCopies copies, String name, WorkingCopy copy, Trees trees) {
        this.copies = copies;
        this.name = name;
        this.copy = copy;
        this.trees = trees;
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
        copy.bring(tree);
        return Brought.exactly(tree);
    }

    @Override
    public List<String> land(String seen, String result) throws IOException {
        List<String> files = trees.between(seen, result).files();
        copy.bring(result);
        return files;
    }

    @Override
    public List<String> changedBeside() {
        return List.copyOf(copy.changedCompanions());
    }

    @Override
    public Trees trees() {
        return trees;
    }

    @Override
    public void handOver() {}

    @Override
    public void leave() throws IOException {
        copies.remove(name);
    }
}
