package dev.mulligan.orchestrator.run;

import dev.mulligan.store.run.FlowRow;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs read back from their rows. A plan is read once, not once a step; a run's plan and order never change. */
public final class RunScopes {

    private static final int MOST_KEPT = 64;

    private final EngineSetup setup;
    private final AdaptFiles adaptFiles;
    private final Map<String, RunScope> kept = new LinkedHashMap<>(MOST_KEPT, 0.75f, true);

    public RunScopes(EngineSetup setup, AdaptFiles adaptFiles) {
        this.setup = setup;
        this.adaptFiles = adaptFiles;
    }

    public synchronized RunScope of(FlowRow row) {
        RunScope scope = kept.computeIfAbsent(row.runId(), _ -> RunScope.of(row, setup, adaptFiles));
        if (kept.size() > MOST_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
        return scope;
    }
}
