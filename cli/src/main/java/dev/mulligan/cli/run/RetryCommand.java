package dev.mulligan.cli.run;

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
public final class RetryCommand extends RunSessionCommand {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run.")
    String run = "";

    @Parameters(index = "1", paramLabel = "STEP", description = "The step.")
    String step = "";

    @Override
    public Integer call() throws InterruptedException {
        return carryOut(engine -> {
            engine.retry(run, step);
            return run;
        });
    }
}
