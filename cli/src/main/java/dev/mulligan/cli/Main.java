package dev.mulligan.cli;

import dev.mulligan.cli.support.Debugging;
import dev.mulligan.cli.support.ErrorHandlers;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.HelpFlag;
import dev.mulligan.cli.support.Version;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The one entry point of the program. */
@Command(
        name = "mulligan",
        versionProvider = Version.class,
        description = "Gives a failing AI coding agent another shot that differs from the last one in the right way.",
        footer = {
            "",
            "Examples:",
            "  mulligan claude                                    Claude Code that survives its provider's failures",
            "  mulligan -- aider --model sonnet                   the same for any command",
            "  mulligan run plan.yaml                             carry out a plan, whatever fails",
            "  mulligan classify --status 429 --body error.json   what is this failure, and what to do",
            "  mulligan explain -- pytest -q                      run it and show what a fixer needs",
            "  mulligan policy simulate patient                   the delays of a policy",
            "  mulligan doctor                                    what Mulligan finds on this machine",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 no evidence, 75 try again later."
        })
public final class Main implements Runnable {

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    CommandLine.Model.CommandSpec spec;

    @Mixin
    HelpFlag help = new HelpFlag();

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    boolean version;

    @Option(
            names = "--debug",
            description = "Before the command: also print what libraries say and the calls that led to an error.")
    boolean debug;

    /** With less a run can begin and not end. Java itself keeps some of the heap it was given. */
    private static final long LEAST_HEAP_MB = 32;

    private static final double KEPT_BY_JAVA = 0.9;

    public static void main(String[] args) {
        StandardOutput output = new StandardOutput();
        PrintWriter out = output.writer();
        PrintWriter err = writer(System.err);
        long heap = Runtime.getRuntime().maxMemory() / 1024 / 1024;
        if (heap < LEAST_HEAP_MB * KEPT_BY_JAVA) {
            err.println("mulligan: Java may use only " + heap + " MB of memory here, and it needs " + LEAST_HEAP_MB
                    + ". Raise -Xmx in MULLIGAN_JAVA_OPTS, or give the container more memory, and start it again.");
            Runtime.getRuntime().halt(ExitCode.USAGE);
        }
        String[] line = wrapped(Debugging.on(args));
        int code = commandLine(out, err, line).execute(line);
        Optional<String> lost = output.finish();
        if (lost.isPresent()) {
            err.println("mulligan: not everything could be printed: " + lost.get());
            // Where a command only prints, that was its work; the result of any other stands.
            code = code == ExitCode.OK && Commands.onlyPrints(args) ? ExitCode.FAILED : code;
        }
        err.flush();
        if (Commands.onlyReads(args)) {
            // Nothing is left to be tidied up, and the usual way out looks for a logger in every jar first.
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    /** {@code mulligan -- COMMAND} is short for {@code mulligan wrap -- COMMAND}, {@code help X} for {@code X --help}. */
    static String[] wrapped(String... args) {
        if (args.length > 0 && args[0].equals("help")) {
            return Stream.concat(Stream.of(args).skip(1), Stream.of("--help")).toArray(String[]::new);
        }
        return args.length > 1 && args[0].equals("--")
                ? Stream.concat(Stream.of("wrap"), Stream.of(args)).toArray(String[]::new)
                : args;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /** The command line for these arguments, with output where tests want it. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new Main());
        Commands.add(line, args);
        line.setOut(out);
        line.setErr(err);
        // An argument that begins with @ is what it says: clients have their own use for it.
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(ErrorHandlers::usage);
        line.setExecutionExceptionHandler(ErrorHandlers::execution);
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
