package dev.mulligan.cli.run;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** {@code mulligan resume}. */
@picocli.CommandLine.Command(
        name = "resume",
        description = "Goes on with a run that was paused, killed, or waits for a usage window.",
        footer = {
            "",
            "Steps that are done are not done again; an attempt that was cut off starts over from its checkpoint.",
            "",
            "Examples:",
            "  mulligan resume                     the newest run that is not over",
            "  mulligan resume 20261116-014501-3fa2b1",
            "",
            "Exit codes: as for `mulligan run`."
        })
public final class ResumeCommand extends RunSessionCommand {

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run; default: the newest that is not over.")
    @Nullable
    String run;

    @Override
    public Integer call() throws InterruptedException {
        FlowRow flow = find();
        if (flow.status().isOver()) {
            throw new UserError(
                    "run " + flow.runId() + " is over: " + flow.status(),
                    "Run one of its steps again with `mulligan retry " + flow.runId() + " STEP`.");
        }
        return carryOut(engine -> {
            engine.resume(flow.runId(), "mulligan resume");
            return flow.runId();
        });
    }

    private FlowRow find() {
        try (EventStore store = place.open(environment())) {
            if (run != null) {
                return store.flows()
                        .find(run)
                        .orElseThrow(
                                () -> new UserError("there is no run " + run, "`mulligan status` lists the runs."));
            }
            return store.flows().newest(100).stream()
                    .filter(flow -> !flow.status().isOver())
                    .findFirst()
                    .orElseThrow(() ->
                            new UserError("there is no run to resume", "Start one with `mulligan run plan.yaml`."));
        }
    }
}
