package dev.mulligan.orchestrator.claim;

import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A place that others work in, too, once this worker has lost its step: looks before it writes. */
public record LeasedFolder(WorkFolder place, LeaseCheck fence, Claim claim) implements WorkFolder {

    @Override
    public Path folder() {
        return place.folder();
    }

    @Override
    public String snapshot() throws IOException {
        return place.snapshot();
    }

    @Override
    public Brought bring(String tree, String left) throws IOException {
        fence.check(claim);
        return place.bring(tree, left);
    }

    @Override
    public List<String> land(String seen, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException {
        return place.land(seen, result, () -> {
            last.run();
            fence.check(claim);
        });
    }

    @Override
    public Trees trees() {
        return place.trees();
    }

    @Override
    public Optional<String> keep(String tree, String before) throws IOException {
        return place.keep(tree, before);
    }

    @Override
    public void handOver() {
        place.handOver();
    }

    @Override
    public void leave() throws IOException {
        place.leave();
    }
}
