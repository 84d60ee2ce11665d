package dev.mulligan.cli.run;

import dev.mulligan.agent.process.PipeReader;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.trace.Recorded;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan watch}. */
@picocli.CommandLine.Command(
        name = "watch",
        description = "Follows a run that another program carries out, from its beginning to its end.",
        footer = {"", "Examples:", "  mulligan watch", "  mulligan watch 20261116-014501-3fa2b1"})
public final class WatchCommand extends Command {

    private static final int PAGE = 1_000;
    private static final long EVERY_MILLIS = 250;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run; default: the newest.")
    @Nullable
    String run;

    @Mixin
    RunPlace place = new RunPlace();

    @Override
    public Integer call() throws InterruptedException {
        try (EventStore store = place.open(environment());
                RunScreen shown = new RunScreen(screen(), false)) {
            String runId = run != null
                    ? run
                    : store.flows().newest(1).stream()
                            .findFirst()
                            .map(FlowRow::runId)
                            .orElseThrow(() ->
                                    new UserError("there are no runs yet", "Start one with `mulligan run plan.yaml`."));
            if (store.flows().find(runId).isEmpty()) {
                throw new UserError("there is no run " + runId, "`mulligan status` lists the runs.");
            }
            long seen = 0;
            while (true) {
                List<Recorded> fresh = store.events(runId, seen, PAGE);
                for (Recorded recorded : fresh) {
                    shown.accept(recorded);
                    seen = recorded.seq();
                    if (recorded.event() instanceof RunFinished finished && isOver(store, runId)) {
                        return finished.success() ? ExitCode.OK : ExitCode.FAILED;
                    }
                    if (recorded.event() instanceof RunStopped && isOver(store, runId)) {
                        return ExitCode.FAILED;
                    }
                }
                if (fresh.isEmpty()) {
                    if (PipeReader.isGone()) {
                        return ExitCode.OK;
                    }
                    Thread.sleep(EVERY_MILLIS);
                }
            }
        }
    }

    /** A step that was run again opens a finished run anew. */
    private static boolean isOver(EventStore store, String runId) {
        return store.flows().find(runId).filter(flow -> flow.status().isOver()).isPresent();
    }
}
