package dev.mulligan.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import dev.mulligan.cli.client.ClientCommand;
import dev.mulligan.cli.client.SetupCommand;
import dev.mulligan.cli.client.StatusLineCommand;
import dev.mulligan.cli.client.WrapCommand;
import dev.mulligan.cli.exec.ExecCommand;
import dev.mulligan.cli.failure.ClassifyCommand;
import dev.mulligan.cli.failure.ExplainCommand;
import dev.mulligan.cli.failure.LearnCommand;
import dev.mulligan.cli.policy.PolicyCommand;
import dev.mulligan.cli.practice.DemoCommand;
import dev.mulligan.cli.practice.DrillCommand;
import dev.mulligan.cli.practice.SimulateCommand;
import dev.mulligan.cli.report.CiCommand;
import dev.mulligan.cli.report.HistoryCommand;
import dev.mulligan.cli.report.LabCommand;
import dev.mulligan.cli.report.RecommendCommand;
import dev.mulligan.cli.report.ReportCommand;
import dev.mulligan.cli.report.RetryConfigCommand;
import dev.mulligan.cli.run.AnswerCommand;
import dev.mulligan.cli.run.CancelCommand;
import dev.mulligan.cli.run.PlanCommand;
import dev.mulligan.cli.run.ResumeCommand;
import dev.mulligan.cli.run.RetryCommand;
import dev.mulligan.cli.run.RunCommand;
import dev.mulligan.cli.run.StatusCommand;
import dev.mulligan.cli.run.WatchCommand;
import dev.mulligan.cli.run.WorkerCommand;
import dev.mulligan.cli.serve.EscalateCommand;
import dev.mulligan.cli.serve.McpCommand;
import dev.mulligan.cli.serve.ServeCommand;
import dev.mulligan.cli.serve.TokenCommand;
import dev.mulligan.cli.setup.CompletionCommand;
import dev.mulligan.cli.setup.DoctorCommand;
import dev.mulligan.cli.setup.ManCommand;
import dev.mulligan.cli.setup.TrustCommand;
import dev.mulligan.cli.setup.UpgradeCommand;
import dev.mulligan.cli.store.StoreCommand;
import dev.mulligan.cli.transcript.ImportCommand;
import dev.mulligan.cli.workspace.CheckpointCommand;
import dev.mulligan.cli.workspace.PatchCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Every command under its name and its group, in the order in which the help shows them. */
final class Commands {

    record Named(String group, String name, Class<?> type) {}

    private static final String SERVE = "Agents behind the gateway";
    private static final String FAILURE = "What failed";
    private static final String RUN = "Plans and runs";
    private static final String REPORT = "What history tells";
    private static final String TRY = "Failures on request";
    private static final String CARE = "Policies, files, store, this machine";

    static final List<Named> ALL = List.of(
            new Named(SERVE, "claude", ClientCommand.Claude.class),
            new Named(SERVE, "codex", ClientCommand.Codex.class),
            new Named(SERVE, "gemini", ClientCommand.Gemini.class),
            new Named(SERVE, "opencode", ClientCommand.Opencode.class),
            new Named(SERVE, "wrap", WrapCommand.class),
            new Named(SERVE, "setup", SetupCommand.class),
            new Named(SERVE, "status-line", StatusLineCommand.class),
            new Named(SERVE, "serve", ServeCommand.class),
            new Named(SERVE, "token", TokenCommand.class),
            new Named(SERVE, "escalate", EscalateCommand.class),
            new Named(SERVE, "mcp", McpCommand.class),
            new Named(FAILURE, "exec", ExecCommand.class),
            new Named(FAILURE, "classify", ClassifyCommand.class),
            new Named(FAILURE, "explain", ExplainCommand.class),
            new Named(FAILURE, "learn", LearnCommand.class),
            new Named(RUN, "plan", PlanCommand.class),
            new Named(RUN, "run", RunCommand.class),
            new Named(RUN, "resume", ResumeCommand.class),
            new Named(RUN, "status", StatusCommand.class),
            new Named(RUN, "watch", WatchCommand.class),
            new Named(RUN, "answer", AnswerCommand.class),
            new Named(RUN, "retry", RetryCommand.class),
            new Named(RUN, "cancel", CancelCommand.class),
            new Named(RUN, "worker", WorkerCommand.class),
            new Named(REPORT, "report", ReportCommand.class),
            new Named(REPORT, "import", ImportCommand.class),
            new Named(REPORT, "history", HistoryCommand.class),
            new Named(REPORT, "ci", CiCommand.class),
            new Named(REPORT, "recommend", RecommendCommand.class),
            new Named(REPORT, "retry-config", RetryConfigCommand.class),
            new Named(REPORT, "lab", LabCommand.class),
            new Named(TRY, "demo", DemoCommand.class),
            new Named(TRY, "drill", DrillCommand.class),
            new Named(TRY, "simulate", SimulateCommand.class),
            new Named(CARE, "policy", PolicyCommand.class),
            new Named(CARE, "patch", PatchCommand.class),
            new Named(CARE, "checkpoint", CheckpointCommand.class),
            new Named(CARE, "store", StoreCommand.class),
            new Named(CARE, "trust", TrustCommand.class),
            new Named(CARE, "doctor", DoctorCommand.class),
            new Named(CARE, "upgrade", UpgradeCommand.class),
            new Named(CARE, "completion", CompletionCommand.class),
            new Named(CARE, "man", ManCommand.class));

    private static final Set<String> READING =
            Set.of("classify", "policy", "status", "report", "history", "recommend", "--help", "--version");

    /** Further commands whose printed lines are all they are called for. */
    private static final Set<String> PRINTING = Set.of("learn", "plan", "lab", "doctor", "completion");

    private Commands() {}

    /** Whether these arguments are for a command that prints what it finds and has nothing to end. */
    static boolean onlyReads(String... args) {
        return args.length > 0 && READING.contains(args[0]);
    }

    /** Whether a command with these arguments has done nothing when its lines are lost. */
    static boolean onlyPrints(String... args) {
        return onlyReads(args) || (args.length > 0 && PRINTING.contains(args[0]));
    }

    /** Adds the one that is asked for: reading all of them takes longer than most of them run. Otherwise all of them. */
    static void add(CommandLine line, String... args) {
        String first = args.length == 0 ? "" : args[0];
        if (args.length == 1 && Set.of("--version", "-V").contains(first)) {
            return;
        }
        boolean listed =
                args.length == 0 || (args.length == 1 && Set.of("--help", "-h").contains(first));
        // These two are about all the others.
        boolean known = !Set.of("completion", "man").contains(first)
                && ALL.stream().anyMatch(command -> command.name().equals(first));
        for (Named command : ALL) {
            if (listed) {
                line.addSubcommand(command.name(), described(command));
            } else if (!known || command.name().equals(first)) {
                add(line, command);
            }
        }
        line.getHelpSectionMap().remove(SECTION_KEY_COMMAND_LIST_HEADING);
        line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, Commands::grouped);
        HelpFooter.use(line);
    }

    /** As the list of commands shows it, without the options that only its own help needs. */
    private static CommandLine described(Named command) {
        CommandLine.Command about =
                Objects.requireNonNull(command.type().getAnnotation(CommandLine.Command.class), command.name());
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.usageMessage().header(about.header()).description(about.description());
        return new CommandLine(spec);
    }

    private static void add(CommandLine line, Named command) {
        CommandLine added = new CommandLine(command.type());
        line.addSubcommand(command.name(), added);
        boolean client = ClientCommand.class.isAssignableFrom(command.type());
        // What a client is given is its own to read.
        if (client || command.type() == WrapCommand.class || command.type() == DrillCommand.class) {
            added.setStopAtPositional(true);
            added.setUnmatchedOptionsArePositionalParams(client);
        }
    }

    /** The commands below the headings of their groups. */
    private static String grouped(CommandLine.Help help) {
        Map<String, List<Named>> groups =
                ALL.stream().collect(Collectors.groupingBy(Named::group, LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        groups.forEach((group, commands) -> {
            Map<String, CommandLine.Help> members = new LinkedHashMap<>();
            for (Named command : commands) {
                CommandLine.Help member = help.subcommands().get(command.name());
                if (member != null) {
                    members.put(command.name(), member);
                }
            }
            if (!members.isEmpty()) {
                text.append(String.format("%n%s:%n", group)).append(help.commandList(members));
            }
        });
        return text.toString();
    }
}
