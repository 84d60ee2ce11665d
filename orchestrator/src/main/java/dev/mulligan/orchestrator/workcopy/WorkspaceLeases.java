package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.state.WorkspaceLease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The workspaces in which this program's runs work in place. One run at a time has each. */
final class WorkspaceLeases implements AutoCloseable {

    private record Held(String runId, WorkspaceLease lease) {}

    private final Map<Path, Held> held = new HashMap<>();

    /** Whether the run has the workspace now. */
    synchronized boolean hold(Path workspace, String runId, Instant now) throws IOException {
        Held known = held.get(workspace);
        if (known != null) {
            return known.runId().equals(runId);
        }
        Optional<WorkspaceLease> taken = WorkspaceLease.take(workspace, "run " + runId, now);
        taken.ifPresent(lease -> held.put(workspace, new Held(runId, lease)));
        return taken.isPresent();
    }

    synchronized void release(String runId) {
        held.entrySet().removeIf(entry -> {
            boolean its = entry.getValue().runId().equals(runId);
            if (its) {
                entry.getValue().lease().close();
            }
            return its;
        });
    }

    @Override
    public synchronized void close() {
        held.values().forEach(one -> one.lease().close());
        held.clear();
    }
}
