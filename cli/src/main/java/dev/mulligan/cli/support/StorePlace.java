package dev.mulligan.cli.support;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.TraceImport;
import dev.mulligan.store.sql.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where history is: the store, and the traces that are brought into it first. */
public final class StorePlace {

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "A file, or postgres://user@host/database; default: " + StoreAddress.DEFAULT + ".")
    @Nullable
    public String store;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    public CommandSpec command;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The folder with runs/*/trace.jsonl; default .mulligan.")
    public Path home = StoreAddress.HOME;

    /** Opens, brings new traces in, works, closes. */
    public <T> T with(Screen errors, Map<String, String> environment, Function<EventStore, T> work) throws IOException {
        return with(environment, open -> {
            importing(open, errors);
            return work.apply(open);
        });
    }

    /** Work that may fail to read a file. */
    public interface Work<T> {
        T on(EventStore store) throws IOException;
    }

    public TraceImport.Result importing(EventStore open, Screen errors) throws IOException {
        TraceImport.Result imported =
                Files.isDirectory(home) ? open.imports().folder(home) : new TraceImport.Result(0, 0, 0, List.of());
        imported.bad().stream()
                .limit(5)
                .forEach(bad -> errors.line(errors.yellow(
                        "mulligan: skipped a line of " + bad.file() + " at byte " + bad.offset() + ": " + bad.why())));
        return imported;
    }

    /** Opens, works, closes. */
    public <T> T with(Map<String, String> environment, Work<T> work) throws IOException {
        try (EventStore open = address(environment).open(this::tell)) {
            return work.on(open);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice());
        }
    }

    private void tell(String line) {
        Screen.of(command.commandLine().getErr(), System.getenv()).line("mulligan: " + line);
    }

    public StoreAddress address(Map<String, String> environment) {
        return StoreAddress.of(store, home, environment);
    }

    /** Whether there is any history yet. */
    public boolean exists(Map<String, String> environment) {
        return address(environment).exists() || Files.isDirectory(home.resolve("runs"));
    }
}
