package dev.mulligan.cli.exec;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.cli.run.GitLock;
import dev.mulligan.cli.run.InterruptedRuns;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.Terminal;
import dev.mulligan.cli.support.TraceFolder;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.plan.Strategies;
import dev.mulligan.orchestrator.run.RunOptions;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.learn.CascadeRule;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.adapt.ConfigFile;
import dev.mulligan.text.TerminalText;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.state.WorkspaceLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan exec}: any command made self-healing. */
@picocli.CommandLine.Command(
        name = "exec",
        description = "Runs a command until it passes; between attempts an agent fixes what failed.",
        footer = {
            "",
            "Operations: test (3 attempts, a fix between them), review (2), build (2, transient causes only),",
            "custom (--max-attempts says how many). A policy changes that: mulligan policy show --stage test",
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
            "Exit codes: 0 passed, 1 failed, 2 wrong usage, 3 no evidence (no test ran, no verdict), 75 try again later,",
            "130 stopped by Ctrl-C, 143 by a signal to end."
        })
public final class ExecCommand extends Command {

    /** A command may be silent for as long as it may take. */
    private static final Duration NEVER_SILENT = Duration.ofHours(1);

    private static final long WAIT_NANOS = 500_000_000L;

    @Option(
            names = "--operation",
            paramLabel = "KIND",
            defaultValue = "test",
            description = "test, review, build or custom (default ${DEFAULT-VALUE}).")
    OperationKind operation = OperationKind.TEST;

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            description = "Attempts, the first included; default: the policy's.")
    @Nullable
    Integer maxAttempts;

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

    @Option(names = "--resume", description = "Go on with the same command where it was killed or stopped.")
    boolean resume;

    @Option(names = "--wait", description = "Where another run works in this folder: wait until it is over.")
    boolean wait;

    @Option(names = "--no-record", description = "Write no trace, learn nothing, know nothing from before.")
    boolean noRecord;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command; put it after --.")
    List<String> command = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration limit = PolicyText.parseDuration("--timeout", timeout);
        Path root = Folders.existing(workspace, "Name the folder to run the command in.");
        ExecFlags.checkNames(env);
        ExecFlags.checkPaths(forbidden, root);
        requirePrograms(root);
        RunOptions said = said(root);
        waitForWorkspace(root);
        if (noRecord) {
            Path nowhere = Files.createTempDirectory("mulligan-exec");
            try (EventStore store = EventStore.open(nowhere.resolve("store.db").toString())) {
                return run(store, nowhere, root, limit, said);
            } finally {
                removeAll(nowhere);
            }
        }
        Path home = root.resolve(StoreAddress.HOME);
        TraceFolder.check(home);
        try (EventStore store = StoreAddress.of(null, home, environment())
                .open(warning -> errors().line(errors().yellow("mulligan: " + warning)))) {
            store.imports().folder(home);
            // What a killed call had begun stays and is told, so it stands in nobody's way.
            InterruptedRuns.refuseHalfDone(store, root, name -> name.startsWith(ExecPlan.NAME));
            Optional<CascadeDetected> held = cascade(store, root);
            if (held.isPresent() && !goOn && !saidGoOn(held.get())) {
                new ExecOutput(operation, json, screen(), errors()).held(held.get());
                return ExitCode.FAILED;
            }
            return run(store, home, root, limit, held.isPresent() ? goingOn(said) : said);
        }
    }

    /** What cannot be started is named before anything runs: no attempt can change that, and an agent would be paid for it. */
    private void requirePrograms(Path root) throws IOException, InterruptedException {
        if (Programs.find("git", environment()).isEmpty()) {
            throw new UserError(Programs.missing("git"), Programs.advice("git"));
        }
        String fixer = agent == null ? "" : agent.strip().split("\\s", 2)[0];
        if (!isThere(fixer, root)) {
            throw new UserError("--agent: " + Programs.missing(fixer), Programs.advice(fixer));
        }
        String program = command.getFirst();
        if (program.matches("\\S+\\s.*") && !Files.exists(root.resolve(program))) {
            throw new UserError(
                    "there is no program named '" + program + "'",
                    "Write the command without the quotes; with pipes and the like: -- sh -c '" + program + "'.");
        }
        // A path may lead to what the agent is about to make.
        if (!program.contains("/") && !isThere(program, root)) {
            throw new UserError(Programs.missing(program), Programs.advice(program));
        }
    }

    /** Whether a shell would find it. Only what is surely a program's name is asked for. */
    private boolean isThere(String program, Path root) throws IOException, InterruptedException {
        if (!program.matches("[A-Za-z0-9_./+-]+")
                || Programs.find(program, environment()).isPresent()) {
            return true;
        }
        Process shell = new ProcessBuilder("sh", "-c", "command -v -- \"$1\"", "sh", program)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return shell.waitFor() == 0;
    }

    private int run(EventStore store, Path home, Path root, Duration limit, RunOptions said)
            throws IOException, InterruptedException {
        ExecPlan plan = new ExecPlan(
                operation,
                command,
                root,
                item(),
                tries(),
                maxAttempts != null,
                Optional.ofNullable(agent),
                Optional.ofNullable(model),
                env,
                forbidden,
                agent == null ? List.of() : changedFiles(root));
        Optional<Path> locked = GitLock.of(root);
        GitLock.tell(locked, errors());
        ExecProgress progress = new ExecProgress(plan, errors(), quiet);
        ExecSession.End end = new ExecSession(store, home, plan, progress, errors())
                .run(
                        config(),
                        environment(),
                        new ProcessLimits(limit, limit.plus(NEVER_SILENT), Duration.ofSeconds(5)),
                        said,
                        Terminal.find().isPresent() && !yes,
                        resume);
        GitLock.tell(GitLock.of(root).filter(path -> locked.isEmpty()), errors());
        return switch (end) {
            case ExecSession.End.Waiting waiting -> {
                errors().line(errors().yellow("‖ " + waiting.why()));
                yield ExitCode.TRY_LATER;
            }
            case ExecSession.End.Over over -> {
                ExecReport report = noRecord ? over.report().withoutRecord() : over.report();
                new ExecOutput(operation, json, screen(), errors()).show(report, over.cascade());
                yield over.report().success()
                        ? ExitCode.OK
                        : over.report().noEvidence() ? ExitCode.NO_EVIDENCE : ExitCode.FAILED;
            }
        };
    }

    private static void removeAll(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static List<String> changedFiles(Path root) throws IOException {
        Workspace opened = Workspace.open(root);
        return opened.isRepository() ? opened.checkpoints().changedSinceCommit() : List.of();
    }

    private String item() {
        return item == null ? String.join(" ", command) : item;
    }

    private int tries() {
        OptionalInt flag = maxAttempts == null ? OptionalInt.empty() : OptionalInt.of(maxAttempts);
        return ExecFlags.tries(flag, operation, ExecPlan.stepId(item()), config());
    }

    /** Who decides how a failed try goes on: the one who called, a person at the terminal, or the advice itself. */
    private RunOptions said(Path root) {
        tries();
        boolean asks = strategy == null && !yes && Terminal.find().isPresent();
        RunOptions said = new RunOptions(Optional.of(asks ? Strategies.Mode.ASK : Strategies.Mode.AUTO), yes, goOn);
        if (strategy == null) {
            return said;
        }
        boolean known = adapt(root).strategy(strategy).isPresent();
        if (!known) {
            throw new UserError(
                    "there is no strategy '" + strategy + "'", "See mulligan retry-config for those there are.");
        }
        return said.always(strategy);
    }

    private static RunOptions goingOn(RunOptions said) {
        return new RunOptions(said.strategies(), said.mayRollBack(), true, said.strategy());
    }

    private AdaptConfig adapt(Path root) {
        return new ConfigFile(root, warning -> errors().line(errors().yellow("mulligan: " + warning))).load();
    }

    private Optional<CascadeDetected> cascade(EventStore store, Path root) {
        CascadeRule rule = adapt(root).cascade();
        return rule.enabled()
                ? rule.window()
                        .withAll(store.recentItems(root.toString(), rule.windowSize()))
                        .cascade()
                : Optional.empty();
    }

    /** Two that work in one folder would take each other's files for their agents' work. */
    private void waitForWorkspace(Path root) throws IOException {
        boolean told = false;
        for (Optional<WorkspaceLease.Holder> holder = WorkspaceLease.holder(root);
                holder.isPresent();
                holder = WorkspaceLease.holder(root)) {
            if (!wait) {
                throw new UserError(
                        root + " is in use: " + holder.get() + " works in it in place",
                        "Wait for it with --wait, or stop it first.");
            }
            if (!told) {
                told = true;
                errors().line("Waiting for " + holder.get() + " …");
                errors().flush();
            }
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    private static boolean saidGoOn(CascadeDetected cascade) {
        return Terminal.find()
                .map(console -> console.readLine(
                                "%s",
                                TerminalText.clean(
                                        cascade.diagnosis() + ". " + cascade.recommendation() + " Go on? [y/N] "))
                        .strip()
                        .equalsIgnoreCase("y"))
                .orElse(false);
    }
}
