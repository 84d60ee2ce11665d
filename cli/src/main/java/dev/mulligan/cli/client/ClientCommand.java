package dev.mulligan.cli.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A client by its name: every argument is the client's own, so there are no options here but the help. */
public abstract class ClientCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit. The client's own help: put -- before --help.")
    boolean help;

    @Parameters(paramLabel = "ARGUMENT", arity = "0..*", description = "Whatever the client takes.")
    List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return WrapCommand.of(spec, spec.name(), arguments).call();
    }

    /** {@code mulligan claude}. */
    @Command(
            name = "claude",
            description = "Runs Claude Code in this terminal, behind a gateway, and tells what was rescued.")
    public static final class Claude extends ClientCommand {}

    /** {@code mulligan codex}. */
    @Command(name = "codex", description = "Runs Codex in this terminal, behind a gateway, and tells what was rescued.")
    public static final class Codex extends ClientCommand {}

    /** {@code mulligan gemini}. */
    @Command(
            name = "gemini",
            description = "Runs Gemini CLI in this terminal, behind a gateway, and tells what was rescued.")
    public static final class Gemini extends ClientCommand {}

    /** {@code mulligan opencode}. */
    @Command(
            name = "opencode",
            description = "Runs opencode in this terminal, behind a gateway, and tells what was rescued.")
    public static final class Opencode extends ClientCommand {}
}
