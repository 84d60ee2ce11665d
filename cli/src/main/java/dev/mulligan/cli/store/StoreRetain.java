package dev.mulligan.cli.store;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.UserError;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan store retain --days N}: old events go, daily sums stay. */
@picocli.CommandLine.Command(
        name = "retain",
        description = "Lets go of runs that ended before so many days; sums by day stay. Traces are not touched.")
final class StoreRetain extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Option(names = "--days", required = true, paramLabel = "N", description = "Keep the events of so many days.")
    int days;

    @Override
    public Integer call() throws IOException {
        if (days < 1) {
            throw new UserError("--days " + days + " keeps nothing", "Give 1 or more.");
        }
        Instant cut = Instant.now().minus(Duration.ofDays(days));
        long gone = place.with(environment(), store -> {
            // What is still only in a trace must be known before it is judged old.
            place.importing(store, errors());
            return store.upkeep().retain(cut);
        });
        screen().line("let go of " + gone + " events from before "
                + cut.toString().substring(0, 10));
        return ExitCode.OK;
    }
}
