package dev.mulligan.cli.store;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** {@code mulligan store rebuild}: everything that follows from events, worked out anew. */
@picocli.CommandLine.Command(
        name = "rebuild",
        description =
                "Computes all lists and sums from the events again. Sums of events that were deleted earlier are lost.")
final class StoreRebuild extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        long events = place.with(environment(), store -> {
            place.importing(store, errors());
            return store.upkeep().rebuild();
        });
        screen().line("computed everything again from " + events + " events");
        return ExitCode.OK;
    }
}
