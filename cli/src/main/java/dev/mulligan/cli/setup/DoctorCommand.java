package dev.mulligan.cli.setup;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.config.Config;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreRepair;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.text.Json;
import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code mulligan doctor}: what is here, what is missing, what to do about it. */
@picocli.CommandLine.Command(
        name = "doctor",
        description = "Tells what Mulligan finds on this machine and in this project.",
        footer = {"", "Exit codes: 0 all is well or only optional things are missing, 1 something is wrong."})
public final class DoctorCommand extends Command {

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(
            names = "--repair",
            description =
                    "Save what can be read of a damaged store, keeping the damaged file; remove left-over working copies.")
    boolean repair;

    @Override
    public Integer call() throws IOException {
        if (repair) {
            repair();
        }
        List<Checkup.Finding> findings = new Checkup(environment(), this::readConfig).findings();
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(findings.stream()
                    .map(f -> Json.object(
                            "name",
                            f.name(),
                            "state",
                            f.state().wireName(),
                            "detail",
                            f.detail(),
                            "advice",
                            f.advice()))
                    .toList()));
        } else {
            findings.forEach(finding -> print(screen, finding));
        }
        return findings.stream().anyMatch(f -> f.state() == Checkup.State.WRONG) ? ExitCode.FAILED : ExitCode.OK;
    }

    private void repair() throws IOException {
        Screen screen = errors();
        int removed = Checkup.hasWorkedHere()
                ? Workspace.open(Path.of("").toAbsolutePath()).workingCopies().removeOrphans()
                : 0;
        if (removed > 0) {
            screen.line("removed " + removed + " left-over working copies");
        }
        StoreAddress address = StoreAddress.of(null, StoreAddress.HOME, environment());
        address.check();
        Path store = address.path().orElse(StoreAddress.HOME);
        if (Files.isRegularFile(store) && isDamaged(store)) {
            StoreRepair.Result result = StoreRepair.repair(store);
            long others =
                    result.rows().values().stream().mapToLong(Long::longValue).sum();
            screen.line("saved " + result.saved() + " events and " + others
                    + " other rows; the damaged file is kept as " + result.keptAside());
            if (!result.unread().isEmpty()) {
                screen.line("could not be read: " + String.join(", ", result.unread()));
            }
            bringBack(store, screen);
        }
    }

    /** What a damaged page took is still in the traces. */
    private static void bringBack(Path store, Screen screen) throws IOException {
        Path home = StoreAddress.HOME;
        if (Files.isDirectory(home.resolve("runs"))) {
            try (EventStore open = EventStore.open(store.toString())) {
                screen.line("brought back " + open.imports().folder(home).fresh() + " events from the traces");
            }
        }
    }

    private static boolean isDamaged(Path store) {
        try (EventStore open = EventStore.open(store.toString())) {
            return !open.upkeep().check().isEmpty();
        } catch (StoreException e) {
            return true;
        }
    }

    private Config readConfig() {
        return config();
    }

    private static void print(Screen screen, Checkup.Finding finding) {
        String mark = switch (finding.state()) {
            case GOOD -> screen.green("✓");
            case ABSENT -> screen.dim("–");
            case WRONG -> screen.red("✗");
        };
        screen.line(mark + " " + Screen.pad(finding.name(), 22) + finding.detail());
        if (!finding.advice().isEmpty()) {
            screen.line("  " + " ".repeat(22) + screen.dim(finding.advice()));
        }
    }
}
