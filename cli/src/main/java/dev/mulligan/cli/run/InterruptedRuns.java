package dev.mulligan.cli.run;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.text.YamlException;
import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Runs whose program was killed. */
public final class InterruptedRuns {

    private static final int NEWEST = 200;

    private InterruptedRuns() {}

    /** Whether a run is under way by its record, and every program that worked on it is gone. */
    static boolean isInterrupted(EventStore store, FlowRow row) {
        List<String> workers = store.flows().held().stream()
                .filter(held -> held.work().equals(row.runId()) || held.work().startsWith(row.runId() + "/"))
                .map(Flows.Held::worker)
                .flatMap(Optional::stream)
                .toList();
        return row.status() == RunStatus.RUNNING
                && !workers.isEmpty()
                && workers.stream().allMatch(Engine::isGone);
    }

    /**
     * What a killed run had begun in a folder itself is finished or put back before anybody else works there: nobody
     * could tell it apart later, and putting it back would take the work of others with it.
     *
     * @param settled plans, by name, whose killed runs stand in nobody's way
     */
    public static void refuseHalfDone(EventStore store, Path workspace, Predicate<String> settled) {
        Optional<String> killed = store.flows().newest(NEWEST).stream()
                .filter(row -> isInterrupted(store, row))
                .filter(row -> worksIn(row, workspace, settled))
                .map(FlowRow::runId)
                .findFirst();
        if (killed.isPresent()) {
            throw new UserError(
                    workspace + " is in use: run " + killed.get()
                            + " worked in it in place when its program was killed",
                    "`mulligan resume " + killed.get() + "` goes on with it, `mulligan cancel " + killed.get()
                            + "` ends it and puts back what it had begun.");
        }
    }

    private static boolean worksIn(FlowRow row, Path workspace, Predicate<String> settled) {
        if (settled.test(RunOrder.of(row.plan(), row.options()).planName())) {
            return false;
        }
        return folderInPlace(row).filter(folder -> isSame(folder, workspace)).isPresent();
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException gone) {
            return false;
        }
    }

    /** The folder whose own files the agents of a run change; empty where they work in a copy, or nobody can tell. */
    static Optional<Path> folderInPlace(FlowRow row) {
        RunOrder order = RunOrder.of(row.plan(), row.options());
        try {
            Plan plan = PlanReader.parse(order.planName(), order.planText(), order.base());
            if (plan.origin().isPresent()) {
                return Optional.empty();
            }
            try (Workspace files = Workspace.open(plan.workspace())) {
                return Engine.isInPlace(plan, files) ? Optional.of(plan.workspace()) : Optional.empty();
            }
        } catch (IOException | YamlException unreadable) {
            return Optional.empty();
        }
    }
}
