package dev.mulligan.cli.setup;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.Trust;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.config.ProjectFile;
import dev.mulligan.text.Json;
import dev.mulligan.text.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan trust}. */
@picocli.CommandLine.Command(
        name = "trust",
        description = "Lets a project's mulligan.yaml name addresses, models and prices.",
        footer = {
            "",
            "Until then only its retry policies and its rules for failures count. It shows everything that is trusted.",
            "Any change of that ends it; worktrees of the same repository share it.",
            "",
            "Examples:",
            "  mulligan trust",
            "  mulligan trust --list",
            "  mulligan trust --revoke ~/src/project",
            "",
            "Exit codes: 0 done, 2 there is no mulligan.yaml."
        })
public final class TrustCommand extends Command {

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The project's folder (default: here).")
    Path folder = Path.of("");

    @Option(names = "--list", description = "Show which folders are trusted.")
    boolean list;

    @Option(names = "--revoke", description = "Trust it no longer.")
    boolean revoke;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws IOException {
        if (list) {
            list();
            return ExitCode.OK;
        }
        Folders.existing(folder, "Name the folder that holds the mulligan.yaml.");
        if (revoke) {
            revoke();
            return ExitCode.OK;
        }
        ProjectFile file = ConfigFiles.projectFile(folder)
                .map(ProjectFile::read)
                .orElseThrow(() -> new UserError(
                        "there is no mulligan.yaml in " + folder.toAbsolutePath() + " or above",
                        "Name the folder that holds it."));
        // Read as a whole first: what cannot be read must not be trusted.
        ConfigFiles.load(file.file());
        if (!file.guarded().isEmpty()) {
            Trust.give(file, Instant.now());
        }
        show(file);
        return ExitCode.OK;
    }

    private void show(ProjectFile file) {
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(Json.object(
                    "file", file.file().toString(), "trusted", file.guarded(), "sha256", file.fingerprint())));
            return;
        }
        screen.line(file.file().toString());
        file.guarded().forEach((name, value) -> screen.line("  " + Screen.pad(name, 11) + value));
        screen.line(
                file.guarded().isEmpty()
                        ? "  nothing in it needs trust: all of it counts"
                        : screen.green("trusted") + ": this counts from now on; any change of it ends that");
    }

    private void revoke() throws IOException {
        Path holder = ConfigFiles.projectFile(folder)
                .map(file -> Trust.folder(file))
                .orElse(folder.toAbsolutePath().normalize());
        boolean was = Trust.revoke(holder);
        screen().line(was ? holder + " is trusted no longer" : holder + " was not trusted");
    }

    private void list() throws IOException {
        List<Trust.Given> all = Trust.all();
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(all.stream()
                    .map(given -> Json.object(
                            "folder", given.folder().toString(), "sha256", given.fingerprint(), "at", given.at()))
                    .toList()));
            return;
        }
        if (all.isEmpty()) {
            screen.line("no folder is trusted");
        }
        all.forEach(given -> screen.line(given.folder() + screen.dim("  since " + given.at() + state(given))));
    }

    private static String state(Trust.Given given) {
        Path file = given.folder().resolve(ConfigFiles.PROJECT_FILE);
        if (!Files.isRegularFile(file)) {
            return ", its mulligan.yaml has gone";
        }
        try {
            return Trust.covers(ProjectFile.read(file)) ? "" : ", changed since: not used";
        } catch (YamlException unreadable) {
            return ", its mulligan.yaml cannot be read";
        }
    }
}
