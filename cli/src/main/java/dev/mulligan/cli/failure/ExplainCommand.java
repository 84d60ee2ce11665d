package dev.mulligan.cli.failure;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.CommandRunner;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Inputs;
import dev.mulligan.cli.support.JsonLines;
import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UnknownFailures;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.explain.Explainer;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.InputFormat;
import dev.mulligan.explain.output.ToolError;
import dev.mulligan.explain.output.ToolRun;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan explain}: what a fixer needs from the output of a test or build tool. */
@picocli.CommandLine.Command(
        name = "explain",
        description = "Shows what failed in the output of a test or build tool: place, test, message, signature.",
        footer = {
            "",
            "Examples:",
            "  mulligan explain -- pytest -q            run it, then explain",
            "  mulligan explain -- ./check.sh           run a script",
            "  mvn test 2>&1 | mulligan explain -       explain output that exists",
            "  mulligan explain --format junit target/surefire-reports/TEST-CartTest.xml",
            "  mulligan explain --jsonl runs.jsonl      lines of {id, command, exit, stdout, stderr}",
            "",
            "Exit codes: that of the command after --; otherwise 0, or 2 for wrong usage or a bad line."
        })
public final class ExplainCommand extends Command {

    @Option(names = "--jsonl", paramLabel = "FILE|-", description = "Explain each line; one JSON object a line out.")
    @SuppressWarnings("NullAway.Init")
    String jsonl;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "What the output is: auto, junit, tap, sarif, json (default ${DEFAULT-VALUE}).")
    String format = "auto";

    @Option(
            names = "--collect",
            description = "Keep output whose shape was not known, without secrets, in a file you can send.")
    boolean collect;

    @Option(
            names = "--max-chars",
            paramLabel = "N",
            defaultValue = "8000",
            description = "Most characters to print (default ${DEFAULT-VALUE}).")
    int maxChars;

    @Parameters(
            paramLabel = "FILE|-|COMMAND",
            description = "A file of output, - for standard input, or a command after --.")
    List<String> arguments = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        InputFormat input = InputFormat.named(format)
                .orElseThrow(() -> new UserError(
                        "--format " + format + " is not known", "There are auto, junit, tap, sarif and json."));
        Explainer explainer = Explainer.of(input);
        if (jsonl != null) {
            return JsonLines.filter(
                    jsonl,
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr(),
                    line -> json(line.get("id"), explainer.explain(run(line))));
        }
        if (arguments.isEmpty()) {
            throw new UserError("nothing to explain", "Give a file, - for standard input, or a command after --.");
        }
        if (isOutput()) {
            String text = Inputs.text(arguments.getFirst());
            if (!input.fits(text)) {
                throw new UserError(
                        Inputs.name(arguments.getFirst()) + " is not " + format,
                        "Leave --format out, and what it is is seen from its shape.");
            }
            ToolRun run = new ToolRun("", OptionalInt.empty(), text, "");
            Explanation explanation = explainer.explain(run);
            show(explanation, explanation.actionable(maxChars));
            keep(run, explanation);
            return ExitCode.OK;
        }
        CommandRunner.Result result = CommandRunner.run(arguments);
        ToolRun run = new ToolRun(
                String.join(" ", arguments), OptionalInt.of(result.exit()), result.stdout(), result.stderr());
        if (!input.fits(run.stdout() + "\n" + run.stderr())) {
            errors().line(errors().yellow("mulligan: what the command printed is not " + format));
        }
        Explanation explanation = explainer.explain(run);
        // The output has gone by already, so only the reasons are shown.
        show(explanation, explanation.reasons(maxChars));
        keep(run, explanation);
        return result.exit();
    }

    /** One word is a file of output, unless only a program has that name. */
    private boolean isOutput() {
        String only = arguments.getFirst();
        if (afterDashes() || arguments.size() > 1) {
            return false;
        }
        if (only.equals("-") || Files.exists(Path.of(only))) {
            return true;
        }
        if (Programs.find(only, environment()).isEmpty()) {
            throw new UserError(
                    "there is no file " + only + ", and no program of that name",
                    "Name a file of output, - for standard input, or put a command after --.");
        }
        return false;
    }

    /** A script is a file, too: after {@code --} it is a command. */
    private boolean afterDashes() {
        return spec.commandLine().getParseResult().originalArgs().contains("--");
    }

    private void keep(ToolRun run, Explanation explanation) throws IOException {
        boolean understood = explanation.recognised() || run.succeeded();
        if (collect && !understood) {
            boolean fresh = UnknownFailures.add(Json.object(
                    "kind",
                    "explain",
                    "command",
                    run.command(),
                    "exit",
                    run.exit().isPresent() ? run.exit().getAsInt() : null,
                    "stdout",
                    run.stdout(),
                    "stderr",
                    run.stderr()));
            errors().line(fresh ? "kept in " + UnknownFailures.file() : "known already in " + UnknownFailures.file());
        }
    }

    private static ToolRun run(JsonObject line) {
        return new ToolRun(
                line.text("command", ""), line.integer("exit"), line.text("stdout", ""), line.text("stderr", ""));
    }

    private void show(Explanation explanation, String text) {
        if (json) {
            spec.commandLine().getOut().println(Json.write(json(null, explanation)));
            return;
        }
        Screen screen = screen();
        // For a fixer the text begins with it, too.
        String summary = explanation.summary();
        String rest =
                text.startsWith(summary) ? text.substring(summary.length()).stripLeading() : text;
        screen.line(screen.bold(summary));
        screen.field("signature", explanation.signature());
        if (explanation.tests().noEvidence()) {
            screen.line(screen.yellow("No test ran: this proves nothing."));
        }
        screen.line();
        screen.line(rest);
    }

    private static JsonObject json(@Nullable Object id, Explanation explanation) {
        List<JsonObject> errors =
                explanation.errors().stream().map(ExplainCommand::json).toList();
        return Json.object("id", id, "signature", explanation.signature(), "errors", errors);
    }

    private static JsonObject json(ToolError error) {
        return Json.object(
                "file", error.file(),
                "line", error.line().isPresent() ? error.line().getAsInt() : null,
                "test", error.test(),
                "message", error.message());
    }
}
