package dev.mulligan.cli;

import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.ProcessLimits;
import dev.mulligan.explain.Explanation;
import dev.mulligan.orchestrator.operation.Exec;
import dev.mulligan.orchestrator.operation.ExecListener;
import dev.mulligan.orchestrator.operation.ExecOrder;
import dev.mulligan.orchestrator.operation.ExecReport;
import dev.mulligan.orchestrator.operation.OperationKind;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan exec}: any command made self-healing. */
@picocli.CommandLine.Command(
        name = "exec",
        description = "Runs a command until it passes; between tries an agent fixes what failed.",
        footer = {
            "",
            "Operations: test (3 tries, a fix between them), review (2), build (2, transient causes only),",
            "custom (--max-attempts says how many).",
            "",
            "A fix is judged by running the command again. The best tree seen stays; every fix starts from a checkpoint",
            "that `mulligan checkpoint list` shows.",
            "",
            "Examples:",
            "  mulligan exec --operation test --agent claude -- pytest -q",
            "  mulligan exec --operation build -- npm ci",
            "  mulligan exec --operation custom --max-attempts 5 --json -- ./flaky.sh",
            "",
            "Exit codes: 0 passed, 1 failed, 2 wrong usage, 3 no evidence (no test ran)."
        })
final class ExecCommand extends Command {

    @Option(
            names = "--operation",
            paramLabel = "KIND",
            defaultValue = "test",
            description = "test, review, build or custom (default ${DEFAULT-VALUE}).")
    OperationKind operation = OperationKind.TEST;

    @Option(names = "--max-attempts", paramLabel = "N", description = "Tries, the first included.")
    int maxAttempts;

    @Option(
            names = "--agent",
            paramLabel = "NAME|COMMAND",
            description = "Who fixes: claude, codex, gemini, or a command line.")
    @SuppressWarnings("NullAway.Init")
    String agent;

    @Option(names = "--model", paramLabel = "MODEL", description = "Model for the agent.")
    @SuppressWarnings("NullAway.Init")
    String model;

    @Option(names = "--forbid", paramLabel = "PATH", description = "A path a fix must not touch; repeat as needed.")
    List<String> forbidden = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60m",
            description = "For one run of the command or the agent (default ${DEFAULT-VALUE}).")
    String timeout = "60m";

    @Option(
            names = "--workspace",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Where to run (default: here).")
    Path workspace = Path.of(".");

    @Option(names = "--json", description = "Print JSON; the command's own output goes to standard error.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not show the command's output.")
    boolean quiet;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command; put it after --.")
    List<String> command = List.of();

    @Override
    public Integer call() throws IOException {
        if (operation == OperationKind.CUSTOM && maxAttempts == 0) {
            throw new UserError("a custom operation must say how often to try", "Add --max-attempts N.");
        }
        if (maxAttempts < 0) {
            throw new UserError("--max-attempts " + maxAttempts + " is not a number of tries", "Give 1 or more.");
        }
        Duration limit = PolicyText.parseDuration("--timeout", timeout);
        ExecOrder order = new ExecOrder(
                operation,
                command,
                workspace.toAbsolutePath().normalize(),
                maxAttempts,
                fixer(),
                Optional.ofNullable(model),
                forbidden,
                new ProcessLimits(limit, limit, Duration.ofSeconds(5)),
                environment());
        ExecReport report = new Exec(order, config().classifier(), new RetryExecutor(), new Progress()).run();
        if (json) {
            spec.commandLine().getOut().println(Json.write(json(report)));
        } else {
            print(report);
        }
        return report.success() ? ExitCode.OK : report.noEvidence() ? ExitCode.NO_EVIDENCE : ExitCode.FAILED;
    }

    private Optional<Agent> fixer() {
        return Optional.ofNullable(agent).map(name -> Agents.named(name, environment()));
    }

    private void print(ExecReport report) {
        Screen screen = errors();
        String tries = report.attempts() + (report.attempts() == 1 ? " attempt" : " attempts");
        if (report.success()) {
            screen.line(screen.green("✓ " + operation.wireName() + " passed") + " after " + tries);
        } else if (report.noEvidence()) {
            screen.line(screen.yellow("? " + report.finalError()));
        } else {
            screen.line(screen.red("✗ " + operation.wireName() + " failed") + " after " + tries + ": "
                    + report.finalError());
        }
        if (!report.changedFiles().isEmpty()) {
            screen.line("  changed: " + String.join(", ", report.changedFiles()));
        }
    }

    private static JsonObject json(ExecReport report) {
        List<JsonObject> history = report.tries().stream()
                .map(one -> Json.object(
                        "attempt",
                        one.attempt(),
                        "exit_code",
                        one.exitCode(),
                        "signature",
                        one.signature(),
                        "failing",
                        one.failing(),
                        "summary",
                        one.summary(),
                        "fix",
                        one.fix()))
                .toList();
        if (report.success()) {
            return Json.object(
                    "success",
                    true,
                    "attempts",
                    report.attempts(),
                    "result",
                    Json.object(
                            "exit_code", report.exitCode(),
                            "summary", report.lastRun().map(Explanation::summary),
                            "files_changed", report.changedFiles()),
                    "retry_history",
                    history);
        }
        return Json.object(
                "success", false,
                "attempts", report.attempts(),
                "final_error", report.finalError(),
                "no_evidence", report.noEvidence(),
                "escalation_required", true,
                "files_changed", report.changedFiles(),
                "retry_history", history);
    }

    /** What a person sees while it runs. */
    private final class Progress implements ExecListener {

        private final Screen screen = errors();

        @Override
        public void output(String line) {
            if (!quiet) {
                screen.line(line);
            }
        }

        @Override
        public void attempt(int number, int of) {
            screen.line(screen.dim("▶ " + String.join(" ", command) + "  (attempt " + number + " of " + of + ")"));
        }

        @Override
        public void failed(int attempt, int of, String summary) {
            screen.line(screen.yellow("⚠ " + operation.wireName() + " failed (attempt " + attempt + "/" + of + "): ")
                    + summary);
        }

        @Override
        public void fixing(String name) {
            screen.line(screen.cyan("✎ " + name + " is fixing it …"));
        }

        @Override
        public void fixed(String what) {
            screen.line("  " + what);
        }
    }
}
