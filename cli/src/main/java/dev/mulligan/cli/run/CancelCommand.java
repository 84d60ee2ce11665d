package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan cancel}. */
@picocli.CommandLine.Command(
        name = "cancel",
        description = "Ends a run before its plan does. What its steps achieved stays.",
        footer = {
            "",
            "Agents that work for it now are ended, in whichever program.",
            "",
            "Example:",
            "  mulligan cancel 20261116-014501-3fa2b1"
        })
public final class CancelCommand extends Command {

    @Parameters(paramLabel = "RUN", description = "The run.")
    String run = "";

    @Mixin
    RunPlace place = new RunPlace();

    @Override
    public Integer call() {
        try (EventStore store = place.open(environment())) {
            FlowRow flow = store.flows()
                    .find(run)
                    .orElseThrow(() -> new UserError("there is no run " + run, "`mulligan status` lists the runs."));
            if (flow.status().isOver()) {
                throw new UserError("run " + run + " is over: " + flow.status(), "There is nothing to cancel.");
            }
            List<Checkpoints.TakenBack> back =
                    Engine.cancel(place.setup(store, config(), environment()), run, "mulligan cancel");
            screen().line("cancelled " + run);
            back.forEach(one -> one.undo()
                    .ifPresent(undo -> screen().line("put back " + FileNames.of(one.files())
                            + ". To have what the agent had done: mulligan checkpoint restore " + undo.id())));
            return ExitCode.OK;
        }
    }
}
