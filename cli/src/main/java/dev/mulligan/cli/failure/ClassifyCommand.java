package dev.mulligan.cli.failure;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.CommandRunner;
import dev.mulligan.cli.support.Evidences;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Inputs;
import dev.mulligan.cli.support.JsonLines;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UnknownFailures;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.VerdictExplanation;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.mcp.VerdictJson;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan classify}: what is this failure, and what to do about it? */
@picocli.CommandLine.Command(
        name = "classify",
        description = "Tells what a failure is, whether to retry, and which rule says so.",
        footer = {
            "",
            "Give one of: an HTTP answer (--status), a text (--text), a command to run (after --), or JSON lines (--jsonl).",
            "",
            "Examples:",
            "  mulligan classify --status 529 --body answer.json --header 'retry-after: 20'",
            "  mulligan classify --text 'read ECONNRESET'",
            "  mulligan classify -- npm ci",
            "  mulligan classify --jsonl failures.jsonl",
            "",
            "Each line of --jsonl is {id, form, input}: form is http {status, headers, body}, stream {status, events},",
            "exception {class, text, status} or process {command, exit_code, signal, stdout, stderr}.",
            "",
            "Exit codes: 0 classified, 2 wrong usage or a bad line."
        })
public final class ClassifyCommand extends Command {

    @Option(names = "--jsonl", paramLabel = "FILE|-", description = "Classify each line; one JSON object a line out.")
    @SuppressWarnings("NullAway.Init")
    String jsonl;

    @Option(names = "--status", paramLabel = "N", description = "HTTP status of the answer.")
    @SuppressWarnings("NullAway.Init")
    Integer status;

    @Option(names = "--body", paramLabel = "FILE|-", description = "Body of the answer.")
    @SuppressWarnings("NullAway.Init")
    String body;

    @Option(names = "--header", paramLabel = "NAME:VALUE", description = "A header of the answer; repeat as needed.")
    List<String> headers = List.of();

    @Option(names = "--text", paramLabel = "TEXT", description = "Text of an exception or a log line.")
    @SuppressWarnings("NullAway.Init")
    String text;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(
            names = "--collect",
            description = "Keep the failure, without secrets, in a file you can send, if its type is unknown.")
    boolean collect;

    @Option(
            names = "--was",
            paramLabel = "TYPE",
            description = "What it really was: keep the failure with that, whatever its type.")
    @SuppressWarnings("NullAway.Init")
    String was;

    @Parameters(paramLabel = "COMMAND", description = "A command to run and classify; put it after --.")
    List<String> command = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Classifier classifier = config().classifier();
        if (jsonl != null) {
            return JsonLines.filter(
                    jsonl,
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr(),
                    line -> json(line.get("id"), classifier.classify(Evidences.read(line))));
        }
        Evidence evidence = evidence();
        VerdictExplanation why = classifier.explain(evidence);
        if (collect || was != null) {
            keep(evidence, why.verdict());
        }
        if (json) {
            spec.commandLine().getOut().println(Json.write(json(null, why.verdict())));
        } else {
            print(why);
        }
        return ExitCode.OK;
    }

    private void keep(Evidence evidence, Verdict verdict) throws IOException {
        Optional<FailureType> right = was == null ? Optional.empty() : Optional.of(LearnCommand.type(was));
        boolean unknown = verdict instanceof Verdict.Failed(Failure failure) && failure.type() == FailureType.UNKNOWN;
        if (unknown || right.isPresent()) {
            boolean fresh = UnknownFailures.add(Evidences.write(evidence, verdict, right));
            errors().line(fresh ? "kept in " + UnknownFailures.file() : "known already in " + UnknownFailures.file());
        }
    }

    private Evidence evidence() throws IOException, InterruptedException {
        if (!command.isEmpty()) {
            CommandRunner.Result result = CommandRunner.run(command);
            return new Evidence.Exited(
                    String.join(" ", command),
                    OptionalInt.of(result.exit()),
                    Optional.empty(),
                    result.stdout(),
                    result.stderr(),
                    Optional.of(Instant.now()));
        }
        if (status != null) {
            String content = body == null ? "" : Inputs.text(body);
            return new Evidence.Http(status, headerMap(), content, Optional.of(Instant.now()));
        }
        if (text != null) {
            return new Evidence.Thrown(Optional.empty(), text, OptionalInt.empty(), Optional.of(Instant.now()));
        }
        throw new UserError(
                "nothing to classify",
                "Give --status, --text, --jsonl, or a command after --; see mulligan classify --help.");
    }

    private Map<String, String> headerMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new UserError(
                        "--header '" + header + "' has no colon", "Write it as NAME:VALUE, such as 'retry-after: 20'.");
            }
            map.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return map;
    }

    static JsonObject json(@Nullable Object id, Verdict verdict) {
        return switch (verdict) {
            case Verdict.NotAFailure ok ->
                Json.object(
                        "id",
                        id,
                        "failure",
                        false,
                        "type",
                        "unknown",
                        "errorType",
                        "unknown",
                        "retryable",
                        false,
                        "retryAfterMs",
                        null,
                        "bestAction",
                        "stop",
                        "rule",
                        ok.rule());
            case Verdict.Failed failed -> {
                Map<String, @Nullable Object> out = new LinkedHashMap<>();
                out.put("id", id);
                out.putAll(VerdictJson.of(failed.failure()));
                out.put("rule", failed.failure().rule());
                yield new JsonObject(out);
            }
        };
    }

    private void print(VerdictExplanation why) {
        Screen screen = screen();
        switch (why.verdict()) {
            case Verdict.NotAFailure ok -> {
                screen.line(screen.green("not a failure"));
                screen.field("because", ok.message());
                screen.field("rule", ok.rule());
            }
            case Verdict.Failed failed -> {
                Failure failure = failed.failure();
                String worth = failure.retryable() ? screen.green("worth a retry") : screen.red("not worth a retry");
                screen.line(screen.bold(failure.type().wireName()) + "  " + worth);
                screen.field("message", failure.message());
                screen.field("do", failure.bestAction().wireName());
                failure.retryAfter()
                        .ifPresent(wait -> screen.field(
                                "wait",
                                PolicyText.duration(wait)
                                        + (why.delaySource().isEmpty() ? "" : "  (" + why.delaySource() + ")")));
                screen.field("rule", failure.rule());
                screen.field("decided by", why.typeBy() + "; retry: " + why.retryBy());
            }
        }
        why.matches()
                .forEach(match -> screen.field(
                        "found",
                        screen.cyan(match.phrase()) + " in " + match.part() + ": "
                                + match.excerpt().strip()));
        why.notes().forEach(note -> screen.field("note", note));
    }
}
