package dev.mulligan.cli.store;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan store backup FILE}: a copy taken while others write. */
@picocli.CommandLine.Command(
        name = "backup",
        description = "Writes a consistent copy of the store to a new file, while others write.")
final class StoreBackup extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Parameters(paramLabel = "FILE", description = "The new file.")
    @SuppressWarnings("NullAway.Init")
    Path file;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(file)) {
            throw new UserError(file + " is there already", "Name a file that is not there yet.");
        }
        place.with(environment(), store -> {
            store.upkeep().backup(file);
            return true;
        });
        screen().line("wrote " + file + " (" + Files.size(file) / 1024 + " KB)");
        return ExitCode.OK;
    }
}
