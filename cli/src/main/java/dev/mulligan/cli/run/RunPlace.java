package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.store.EventStore;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where runs are kept. */
final class RunPlace {

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "A file, or postgres://user@host/database; default: " + StoreAddress.DEFAULT + ".")
    @Nullable
    String store;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    CommandSpec command;

    @Option(names = "--home", paramLabel = "DIR", description = "The folder for traces; default .mulligan.")
    Path home = StoreAddress.HOME;

    @Option(names = "--slots", paramLabel = "N", description = "Steps at the same time (default ${DEFAULT-VALUE}).")
    int slots = 4;

    EventStore open(Map<String, String> environment) {
        return StoreAddress.of(store, home, environment)
                .open(line ->
                        Screen.of(command.commandLine().getErr(), environment).line("mulligan: " + line));
    }

    EngineSetup setup(EventStore open, Config config, Map<String, String> environment) {
        if (slots < 1) {
            throw new UserError("--slots " + slots + " lets nothing run", "Give 1 or more.");
        }
        return EngineSetup.embedded(open, home.toAbsolutePath(), config, environment)
                .slots(slots);
    }
}
