package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan retry}. */
@picocli.CommandLine.Command(
        name = "retry",
        description = "Runs one step of a run again, from the files as they are now, and then what waited for it.",
        footer = {
            "",
            "Example:",
            "  mulligan retry 20261116-014501-3fa2b1 tests",
            "",
            "Exit codes: as for `mulligan run`."
        })
public final class RetryCommand extends Command {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run.")
    String run = "";

    @Parameters(index = "1", paramLabel = "STEP", description = "The step.")
    String step = "";

    @Mixin
    RunScreenFlags screenFlags = new RunScreenFlags();

    @Mixin
    RunPlace place = new RunPlace();

    @Override
    public Integer call() throws InterruptedException {
        return new RunSession(this, place, screenFlags).run(engine -> {
            engine.retry(run, step);
            return run;
        });
    }
}
