package dev.mulligan.cli.run;

import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.sql.StoreException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Ctrl-C or SIGTERM: the run rests, its agents end, and a person hears what state the work is in. */
public final class Interruption {

    public static final String REASON = "interrupted";
    private static final int PAGE = 10_000;

    private final EventStore store;
    private final Screen screen;
    private final UnaryOperator<String> goOn;

    /** @param goOn from a run's name to the command that goes on with it */
    public Interruption(EventStore store, Screen screen, UnaryOperator<String> goOn) {
        this.store = store;
        this.screen = screen;
        this.goOn = goOn;
    }

    /** {@code runId} is empty when none was started yet. */
    public void letGo(Engine engine, String runId) {
        boolean rests = false;
        long before = 0;
        try {
            before = store.position();
            rests = !runId.isEmpty() && engine.pause(runId, REASON);
        } catch (StoreException e) {
            // The run stays as it was recorded; whoever resumes it finds that out.
        }
        engine.close();
        if (rests) {
            say(runId, before);
        }
    }

    private void say(String runId, long before) {
        List<FlowStepRow> steps = store.flows().steps(runId);
        long done = steps.stream().filter(step -> step.status().isDone()).count();
        String open = steps.stream()
                .filter(step -> step.status().isUnderWay())
                .map(FlowStepRow::stepId)
                .collect(Collectors.joining(", "));
        List<RollbackPerformed> back = store.since(before, PAGE).stream()
                .filter(next -> next.recorded().runId().equals(runId))
                .filter(next -> next.recorded().event() instanceof RollbackPerformed)
                .map(next -> (RollbackPerformed) next.recorded().event())
                .toList();
        screen.line("");
        screen.line(screen.yellow("Interrupted. ") + done + " of " + steps.size() + " steps are done and kept"
                + (open.isEmpty() ? "." : "; the attempt at " + open + " was ended and will start over."));
        if (back.isEmpty()) {
            screen.line("Nothing of it is in your files.");
        }
        back.forEach(one -> screen.line("Put back: " + FileNames.of(one.files())
                + ". To have what it had done: mulligan checkpoint restore " + one.undo()));
        screen.line("Go on with: " + goOn.apply(runId) + ". End it with: mulligan cancel " + runId);
        screen.flush();
    }
}
