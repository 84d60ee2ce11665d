package dev.mulligan.cli;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import dev.mulligan.store.TraceImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where history is: the store, and the traces that are brought into it first. */
final class StorePlace {

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "A file, or postgres://user:password@host/database; default .mulligan/store.db.")
    @SuppressWarnings("NullAway.Init")
    String store;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The folder with runs/*/trace.jsonl; default .mulligan.")
    Path home = Path.of(".mulligan");

    /** Opens, brings new traces in, works, closes. */
    <T> T with(Screen errors, Map<String, String> environment, Function<EventStore, T> work) throws IOException {
        return with(environment, open -> {
            importing(open, errors);
            return work.apply(open);
        });
    }

    /** Work that may fail to read a file. */
    interface Work<T> {
        T on(EventStore store) throws IOException;
    }

    TraceImport.Result importing(EventStore open, Screen errors) throws IOException {
        TraceImport.Result imported =
                Files.isDirectory(home) ? open.imports().folder(home) : new TraceImport.Result(0, 0, 0, List.of());
        imported.bad().stream()
                .limit(5)
                .forEach(bad -> errors.line(errors.yellow(
                        "mulligan: skipped a line of " + bad.file() + " at byte " + bad.offset() + ": " + bad.why())));
        return imported;
    }

    /** Opens, works, closes. */
    <T> T with(Map<String, String> environment, Work<T> work) throws IOException {
        try (EventStore open = quietly(where(environment))) {
            return work.on(open);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice());
        }
    }

    static EventStore quietly(String where) {
        // The database drivers log through slf4j; nobody wants to be told that no logger is set up.
        if (System.getProperty("slf4j.internal.verbosity") == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
        }
        return EventStore.open(where);
    }

    private String where(Map<String, String> environment) {
        String named = Optional.ofNullable(store).orElse(environment.getOrDefault("MULLIGAN_STORE", ""));
        return named.isBlank() ? home.resolve("store.db").toString() : named;
    }

    /** Whether there is any history yet. */
    boolean exists(Map<String, String> environment) {
        String where = where(environment);
        return where.contains("://") || Files.exists(Path.of(where)) || Files.isDirectory(home.resolve("runs"));
    }
}
