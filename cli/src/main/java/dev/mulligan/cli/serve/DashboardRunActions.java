package dev.mulligan.cli.serve;

import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.server.run.RunActions;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import java.util.function.Supplier;

/** What the dashboard may do with runs. */
final class DashboardRunActions implements RunActions {

    private static final String WHO = "the dashboard";

    private final Supplier<Engine> engine;
    private final EventStore store;

    DashboardRunActions(Supplier<Engine> engine, EventStore store) {
        this.engine = engine;
        this.store = store;
    }

    @Override
    public void answer(String questionId, String answer, String by) {
        String runId = store.flows().newest(1_000).stream()
                .map(FlowRow::runId)
                .filter(id -> questionId.startsWith("q-" + id + "-"))
                .findFirst()
                .orElseThrow(() -> new RefusedException("no run waits with the question " + questionId));
        refusing(() -> engine.get().answer(runId, questionId, answer, by));
    }

    @Override
    public void retry(String runId, String stepId) {
        refusing(() -> engine.get().retry(runId, stepId));
    }

    @Override
    public void cancel(String runId) {
        refusing(() -> engine.get().cancel(runId, WHO));
    }

    private static void refusing(Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }
}
