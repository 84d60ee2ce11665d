package dev.mulligan.cli.exec;

import dev.mulligan.RetryExecutor;
import dev.mulligan.adapt.Strategy;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.OrderlyEnd;
import dev.mulligan.agent.ProcessLimits;
import dev.mulligan.agent.ProcessRecord;
import dev.mulligan.cli.support.Agents;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.Terminal;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.event.AdaptEvent.CascadeDetected;
import dev.mulligan.learn.CascadeWindow;
import dev.mulligan.orchestrator.operation.Exec;
import dev.mulligan.orchestrator.operation.ExecChooser;
import dev.mulligan.orchestrator.operation.ExecListener;
import dev.mulligan.orchestrator.operation.ExecMemory;
import dev.mulligan.orchestrator.operation.ExecOrder;
import dev.mulligan.orchestrator.operation.ExecReport;
import dev.mulligan.orchestrator.operation.ExecState;
import dev.mulligan.orchestrator.operation.OperationKind;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.wire.TerminalText;
import dev.mulligan.workspace.StateFolder;
import dev.mulligan.workspace.WorkspaceLease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
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
            "What was learnt from earlier failures is told to the agent first. After 3 different failed items of the last 5",
            "the next one is held until --continue.",
            "",
            "Examples:",
            "  mulligan exec --operation test --agent claude -- pytest -q",
            "  mulligan exec --operation build -- npm ci",
            "  mulligan exec --operation custom --max-attempts 5 --json -- ./flaky.sh",
            "",
            "Exit codes: 0 passed, 1 failed, 2 wrong usage, 3 no evidence (no test ran)."
        })
public final class ExecCommand extends Command {

    private static final long WAIT_NANOS = 500_000_000L;
    private static final long LONGEST_END_SECONDS = 15;

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

    @Option(
            names = "--env",
            paramLabel = "NAME",
            description = "A variable the agent gets beyond those of its kind, such as a key; repeat as needed.")
    List<String> env = List.of();

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

    @Option(names = "--item", paramLabel = "NAME", description = "What this is about, in a batch; default the command.")
    @SuppressWarnings("NullAway.Init")
    String item;

    @Option(names = "--yes", description = "Take all advice, rollback included, without asking.")
    boolean yes;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description = "How to go about every retry: retry, add-context, incremental, rollback, or one of your own.")
    @SuppressWarnings("NullAway.Init")
    String strategy;

    @Option(names = "--continue", description = "Go on although too many different items failed lately.")
    boolean goOn;

    @Option(names = "--resume", description = "Count the tries of the same operation that was killed.")
    boolean resume;

    @Option(names = "--wait", description = "Where another run works in this folder: wait until it is over.")
    boolean wait;

    @Option(names = "--no-record", description = "Write no trace, learn nothing, know nothing from before.")
    boolean noRecord;

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
        Path root = workspace.toAbsolutePath().normalize();
        String about = item == null ? String.join(" ", command) : item;
        ExecOrder order = new ExecOrder(
                operation,
                command,
                root,
                maxAttempts,
                fixer(),
                Optional.ofNullable(model),
                forbidden,
                new ProcessLimits(limit, limit, Duration.ofSeconds(5)),
                environment(),
                about,
                resume ? new ExecState(StateFolder.of(root), about).load() : List.of());
        try (WorkspaceLease _ = leased(root, about)) {
            // A fixer of a killed exec would go on changing files behind this one's back.
            int ended = ProcessRecord.endLeftovers(EngineSetup.processRecords());
            if (ended > 0) {
                errors().line("ended " + ended + " processes that a killed mulligan had left");
            }
            return noRecord ? run(order, ExecMemory.NONE, Optional::empty) : recorded(order);
        }
    }

    /** Two that work in one folder would take each other's files for their agents' work. */
    private WorkspaceLease leased(Path root, String about) throws IOException {
        boolean told = false;
        while (true) {
            Optional<WorkspaceLease> lease = WorkspaceLease.take(
                    root, "exec " + about, InstantSource.system().instant());
            if (lease.isPresent()) {
                return lease.get();
            }
            String holder = WorkspaceLease.holder(root).map(Object::toString).orElse("another program");
            if (!wait) {
                throw new UserError(
                        root + " is in use: " + holder + " works in it in place",
                        "Wait for it with --wait, or stop it first.");
            }
            if (!told) {
                told = true;
                errors().line("Waiting for " + holder + " …");
                errors().flush();
            }
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    private int recorded(ExecOrder order) throws IOException {
        Screen errors = errors();
        InstantSource clock = InstantSource.system();
        String runId = "exec-" + clock.instant().toString().replaceAll("[^0-9TZ]", "") + "-"
                + Long.toHexString(ProcessHandle.current().pid());
        try (ExecRecorder recorder = new ExecRecorder(
                order,
                StoreAddress.of(null, order.workspace().resolve(StoreAddress.HOME), environment()),
                runId,
                clock,
                warning -> errors.line(errors.yellow("mulligan: " + warning)))) {
            Optional<CascadeWindow.Cascade> held = recorder.cascade();
            if (held.isPresent() && !goOn && !saidGoOn(held.get())) {
                recorder.forget();
                new ExecOutput(operation, json, screen(), errors()).held(held.get());
                return ExitCode.FAILED;
            }
            if (held.isPresent()) {
                recorder.goOn(goOn ? "--continue" : "the terminal");
            }
            return run(order, recorder, recorder::cascade);
        }
    }

    private boolean saidGoOn(CascadeWindow.Cascade cascade) {
        return Terminal.find()
                .map(console -> console.readLine(
                                "%s",
                                TerminalText.clean(
                                        cascade.diagnosis() + ". " + cascade.recommendation() + " Go on? [y/N] "))
                        .strip()
                        .equalsIgnoreCase("y"))
                .orElse(false);
    }

    private int run(ExecOrder order, ExecMemory memory, Supplier<Optional<CascadeWindow.Cascade>> window)
            throws IOException {
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().listener(memory::happened));
        ExecReport report = stoppable(new Exec(
                order,
                config().classifier(),
                executor,
                new Progress(),
                memory,
                chooser(memory),
                InstantSource.system()));
        Optional<CascadeWindow.Cascade> cascade = report.success() ? Optional.empty() : window.get();
        cascade.ifPresent(found -> memory.happened(new CascadeDetected(
                found.failuresInWindow(),
                found.threshold(),
                found.windowSize(),
                found.action(),
                found.items(),
                found.diagnosis(),
                found.recommendation())));
        new ExecOutput(operation, json, screen(), errors()).show(report, cascade);
        return report.success() ? ExitCode.OK : report.noEvidence() ? ExitCode.NO_EVIDENCE : ExitCode.FAILED;
    }

    /** Ctrl-C and SIGTERM end the fixer with all it started, put back what it had begun, and say so. */
    private ExecReport stoppable(Exec exec) throws IOException {
        Thread worker = Thread.currentThread();
        CountDownLatch over = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    worker.interrupt();
                    try {
                        if (over.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                            errors().line("Interrupted. What a fix had begun was put back; finished fixes stay."
                                    + " Go on with the same command and --resume.");
                            errors().flush();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "mulligan-let-go");
        Runtime.getRuntime().addShutdownHook(hook);
        try (OrderlyEnd _ = OrderlyEnd.promised()) {
            return exec.run();
        } finally {
            over.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // The program is ending already, and the hook is what ends it.
            }
        }
    }

    private ExecChooser chooser(ExecMemory memory) {
        if (strategy != null) {
            Strategy named = memory.config()
                    .strategy(strategy)
                    .orElseThrow(() -> new UserError(
                            "there is no strategy '" + strategy + "'",
                            "See mulligan retry-config for those there are."));
            return ExecChooser.always(named, yes);
        }
        if (yes) {
            return ExecChooser.ALWAYS;
        }
        return Terminal.find()
                .<ExecChooser>map(console -> new AskingChooser(question ->
                        Objects.requireNonNullElse(console.readLine("%s", TerminalText.clean(question)), "a")))
                .orElse(ExecChooser.CAREFUL);
    }

    private Optional<Agent> fixer() {
        return Optional.ofNullable(agent).map(name -> Agents.named(name, environment(), env));
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
        public void takenBack(List<String> files, List<String> kept, String undo) {
            screen.line(screen.yellow("  put back " + String.join(", ", files))
                    + screen.dim("  undo: mulligan checkpoint restore " + undo)
                    + (kept.isEmpty() ? "" : "; changed by you and kept: " + String.join(", ", kept)));
        }

        @Override
        public void fixed(String what) {
            screen.line("  " + what);
        }
    }
}
