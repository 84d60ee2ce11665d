package dev.mulligan.cli;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Every command under its name, in the order in which the help shows them. */
final class Commands {

    record Named(String name, Class<?> type) {}

    static final List<Named> ALL = List.of(
            new Named("classify", ClassifyCommand.class),
            new Named("explain", ExplainCommand.class),
            new Named("exec", ExecCommand.class),
            new Named("patch", PatchCommand.class),
            new Named("checkpoint", CheckpointCommand.class),
            new Named("policy", PolicyCommand.class),
            new Named("plan", PlanCommand.class),
            new Named("demo", DemoCommand.class),
            new Named("run", RunPlanCommand.class),
            new Named("resume", ResumeCommand.class),
            new Named("status", StatusCommand.class),
            new Named("watch", WatchCommand.class),
            new Named("answer", AnswerCommand.class),
            new Named("retry", RetryCommand.class),
            new Named("escalate", EscalateCommand.class),
            new Named("worker", WorkerCommand.class),
            new Named("simulate", SimulateCommand.class),
            new Named("serve", ServeCommand.class),
            new Named("token", TokenCommand.class),
            new Named("report", ReportCommand.class),
            new Named("history", HistoryCommand.class),
            new Named("learn", LearnCommand.class),
            new Named("recommend", RecommendCommand.class),
            new Named("retry-config", RetryConfigCommand.class),
            new Named("cancel", CancelCommand.class),
            new Named("lab", LabCommand.class),
            new Named("store", StoreCommand.class),
            new Named("trust", TrustCommand.class),
            new Named("mcp", McpCommand.class),
            new Named("doctor", DoctorCommand.class),
            new Named("completion", CompletionCommand.class));

    private static final Set<String> READING =
            Set.of("classify", "policy", "status", "report", "history", "recommend", "--help", "--version");

    private Commands() {}

    /** Whether these arguments are for a command that prints what it finds and has nothing to end. */
    static boolean onlyReads(String... args) {
        return args.length > 0 && READING.contains(args[0]);
    }

    /** Adds the one that is asked for: reading all of them takes longer than most of them run. Otherwise all of them. */
    static void add(CommandLine line, String... args) {
        String first = args.length == 0 ? "" : args[0];
        boolean known = !first.equals("completion")
                && ALL.stream().anyMatch(command -> command.name().equals(first));
        ALL.stream()
                .filter(command -> !known || command.name().equals(first))
                .forEach(command -> line.addSubcommand(command.name(), command.type()));
    }
}
