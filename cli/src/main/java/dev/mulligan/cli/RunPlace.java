package dev.mulligan.cli;

import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where runs are kept. */
final class RunPlace {

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "A file, or postgres://user:password@host/database; default .mulligan/store.db.")
    @SuppressWarnings("NullAway.Init")
    String store;

    @Option(names = "--home", paramLabel = "DIR", description = "The folder for traces; default .mulligan.")
    Path home = Path.of(".mulligan");

    @Option(names = "--slots", paramLabel = "N", description = "Steps at the same time (default ${DEFAULT-VALUE}).")
    int slots = 4;

    EventStore open(Map<String, String> environment) {
        // The database drivers log through slf4j; nobody wants to be told that no logger is set up.
        if (System.getProperty("slf4j.internal.verbosity") == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
        }
        String named = Optional.ofNullable(store).orElse(environment.getOrDefault("MULLIGAN_STORE", ""));
        try {
            return EventStore.open(
                    named.isBlank() ? home.toAbsolutePath().resolve("store.db").toString() : named);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice());
        }
    }

    EngineSetup setup(EventStore open, Config config, Map<String, String> environment) {
        if (slots < 1) {
            throw new UserError("--slots " + slots + " lets nothing run", "Give 1 or more.");
        }
        return EngineSetup.embedded(open, home.toAbsolutePath(), config, environment)
                .slots(slots);
    }
}
