package dev.mulligan.cli.store;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.store.TraceImport;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** {@code mulligan store import}: what is in the traces and not in the store yet. */
@picocli.CommandLine.Command(name = "import", description = "Brings in what is new in the traces.")
final class StoreImport extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        TraceImport.Result result = place.with(environment(), store -> place.importing(store, errors()));
        screen().line(result.fresh() + " new events from " + result.files() + " traces");
        return result.bad().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
