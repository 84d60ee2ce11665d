package dev.mulligan.cli;

import dev.mulligan.config.Config;
import dev.mulligan.wire.Json;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code mulligan doctor}: what is here, what is missing, what to do about it. */
@picocli.CommandLine.Command(
        name = "doctor",
        description = "Tells what Mulligan finds on this machine and in this project.",
        footer = {"", "Exit codes: 0 all is well or only optional things are missing, 1 something is wrong."})
final class DoctorCommand extends Command {

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws IOException {
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
