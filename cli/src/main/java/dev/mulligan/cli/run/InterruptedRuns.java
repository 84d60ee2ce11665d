package dev.mulligan.cli.run;

import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.Flows;
import dev.mulligan.text.YamlException;
import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs whose program was killed. */
final class InterruptedRuns {

    private static final int NEWEST = 200;

    private InterruptedRuns() {}

    /** Whether a run is under way by its record, and every program that worked on it is gone. */
    static boolean isInterrupted(EventStore store, FlowRow row) {
        List<String> workers = store.flows().held().stream()
                .filter(held -> held.work().equals(row.runId()) || held.work().startsWith(row.runId() + "/"))
                .map(Flows.Held::worker)
                .flatMap(Optional::stream)
                .toList();
        return row.status().equals("running")
                && !workers.isEmpty()
                && workers.stream().allMatch(Engine::isGone);
    }

    /** The one that worked in a folder itself: its half-done change is still there. */
    static Optional<String> inPlace(EventStore store, Path workspace) {
        return store.flows().newest(NEWEST).stream()
                .filter(row -> isInterrupted(store, row))
                .filter(row -> worksIn(row, workspace))
                .map(FlowRow::runId)
                .findFirst();
    }

    private static boolean worksIn(FlowRow row, Path workspace) {
        RunOrder order = RunOrder.of(row.plan(), row.options());
        try {
            Plan plan = PlanReader.parse(order.planName(), order.planText(), order.base());
            if (plan.origin().isPresent() || !Files.isSameFile(plan.workspace(), workspace)) {
                return false;
            }
            try (Workspace files = Workspace.open(workspace)) {
                return Engine.isInPlace(plan, files);
            }
        } catch (IOException | YamlException unreadable) {
            return false;
        }
    }
}
