package dev.mulligan.cli.practice;

import dev.mulligan.cli.practice.Scorecard.Line;
import dev.mulligan.cli.serve.GatewayFlags;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.text.NearestWord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan drill}. */
@picocli.CommandLine.Command(
        name = "drill",
        description = "Takes an agent's command through a provider's failures, alone and through the gateway.",
        footer = {
            "",
            "The provider is simulated on this machine: no key is needed and nothing is paid. Each run has an empty folder",
            "of its own. The command must not ask: claude -p, codex exec, your script.",
            "",
            "Examples:",
            "  mulligan drill -- claude -p 'Write drill.txt' --permission-mode acceptEdits",
            "  mulligan drill --only overloaded,cut-stream -- python ~/agents/mine.py",
            "  mulligan drill --junit drill.xml --html drill.html -- codex exec --skip-git-repo-check 'Write drill.txt'",
            "",
            "Exit codes: 0 everything was survived through the gateway, 1 something was not, 2 wrong usage, or the command",
            "fails without any fault."
        })
public final class DrillCommand extends Command {

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its arguments, after --.")
    List<String> command = new ArrayList<>();

    @Option(names = "--only", split = ",", paramLabel = "FAULT", description = "Only these faults, by name.")
    List<String> only = List.of();

    @Option(names = "--slow", description = "Silence, too: it takes minutes to be noticed.")
    boolean slow;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "A run that takes longer hangs. Default: 60; with --slow 600.")
    @Nullable
    Integer timeout;

    @Option(names = "--policy", paramLabel = "NAME", description = "The gateway's policy. Default: patient.")
    String policy = "patient";

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write a JUnit report.")
    @Nullable
    Path junit;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page.")
    @Nullable
    Path html;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the folders and outputs of all runs here.")
    @Nullable
    Path keep;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String program = command.getFirst();
        if (Programs.find(program, environment()).isEmpty()) {
            throw new UserError(Programs.missing(program), Programs.advice(program));
        }
        if (timeout != null && timeout < 1) {
            throw new UserError("--timeout " + timeout + " lets nothing end in time", "Give 1 or more.");
        }
        Folders.requireFolderOf("--junit", junit);
        Folders.requireFolderOf("--html", html);
        List<DrillFault> faults = faults();
        Path folder = keep == null ? Files.createTempDirectory("mulligan-drill") : Files.createDirectories(keep);
        try {
            Scorecard card = run(faults, folder.toAbsolutePath());
            if (junit != null) {
                Files.writeString(junit, card.junit());
            }
            if (html != null) {
                Files.writeString(html, card.html());
            }
            screen().line(json ? Json.write(card.json()) : "survived: " + card.score());
            return card.isGood() ? ExitCode.OK : ExitCode.FAILED;
        } finally {
            if (keep == null) {
                remove(folder);
            }
        }
    }

    /** A program named by a path is meant from here, and not from the empty folder that it is started in. */
    private List<String> started() {
        List<String> whole = new ArrayList<>(command);
        if (whole.getFirst().contains("/")) {
            whole.set(0, Path.of(whole.getFirst()).toAbsolutePath().normalize().toString());
        }
        return whole;
    }

    /** An argument that names a file of this folder. Only the command knows whether it reads or writes it. */
    private Optional<String> relativeFile() {
        return command.stream()
                .skip(1)
                .filter(word -> !word.startsWith("/") && new File(word).isFile())
                .findFirst();
    }

    private Scorecard run(List<DrillFault> faults, Path folder) throws IOException, InterruptedException {
        Screen progress = json ? errors() : screen();
        Duration longest = Duration.ofSeconds(timeout != null ? timeout : slow ? 600 : 60);
        Drill drill = new Drill(
                started(), environment(), GatewayFlags.withPolicy(policy, config(), environment()), longest, folder);
        DrillResult healthy = drill.healthy();
        if (healthy.exit().isEmpty() || healthy.exit().getAsInt() != 0 || healthy.calls() == 0) {
            throw new UserError(
                    "without any fault the command "
                            + (healthy.exit().isEmpty()
                                    ? "did not end within " + longest.toSeconds() + " s"
                                    : healthy.calls() == 0
                                            ? "made no call to the simulated provider"
                                            : "ended with " + healthy.exit().getAsInt())
                            + ", so nothing can be measured"
                            + tail(folder.resolve("run-1.err")),
                    relativeFile()
                            .map(file ->
                                    file + " lies in this folder, and each run has an empty one: write its whole path.")
                            .orElse("Give a command that works by itself and asks nobody; --keep DIR shows what it"
                                    + " printed."));
        }
        progress.line(progress.dim("without faults: " + healthy.text()));
        progress.line(progress.bold("  " + Screen.pad("", 36) + Screen.pad("alone", 34) + "through Mulligan"));
        List<Line> lines = new ArrayList<>();
        for (DrillFault fault : faults) {
            Line line = new Line(fault, drill.alone(fault), drill.throughGateway(fault));
            Scorecard.print(progress, line);
            lines.add(line);
        }
        return new Scorecard(String.join(" ", command), lines);
    }

    private List<DrillFault> faults() {
        List<String> names = DrillFault.ALL.stream().map(DrillFault::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new UserError(
                        "--only " + name + ": there is no such fault"
                                + NearestWord.to(name, names)
                                        .map(near -> "; did you mean " + near + "?")
                                        .orElse(""),
                        "There are " + String.join(", ", names) + ".");
            }
        }
        return DrillFault.ALL.stream()
                .filter(fault -> only.isEmpty() ? slow || !fault.slow() : only.contains(fault.name()))
                .toList();
    }

    private static String tail(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        return lines.isEmpty() ? "" : ": " + lines.getLast();
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
