package dev.mulligan.orchestrator.engine;

import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/** The simulated workspace, or a copy of it. */
record SimulatedFolder(SimulatedWorld world, String name) implements WorkFolder {

    @Override
    public Path folder() {
        return world.path(name);
    }

    @Override
    public String snapshot() throws IOException {
        world.point("snapshot");
        world.disk().needSpace();
        return world.disk().snapshot(name);
    }

    @Override
    public Brought bring(String tree, String left) throws IOException {
        world.point("bring");
        SortedMap<String, String> now = world.disk().folder(name);
        List<String> back = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        Optional<String> undo = Optional.empty();
        for (String path :
                SimulatedDisk.differing(world.disk().tree(left), world.disk().tree(tree))) {
            if (!Objects.equals(now.get(path), world.disk().tree(left).get(path))) {
                kept.add(path);
                continue;
            }
            if (undo.isEmpty() && name.equals(SimulatedDisk.WORKSPACE)) {
                undo = Optional.of(world.disk().checkpoint());
            }
            SimulatedDisk.set(now, path, world.disk().tree(tree).get(path));
            back.add(path);
        }
        return new Brought(world.disk().snapshot(name), back, kept, undo);
    }

    @Override
    public List<String> land(String seen, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException {
        last.run();
        world.point("land");
        return world.disk().land(seen, result, world.bug() != PlantedBug.SKIP_FSYNC);
    }

    @Override
    public PatchOutcome apply(String text, ApplyOptions options) {
        return new PatchOutcome.NoOp("the answer holds no edit");
    }

    @Override
    public Trees trees() {
        return world.disk();
    }

    @Override
    public void handOver() {}

    @Override
    public void leave() {}
}
