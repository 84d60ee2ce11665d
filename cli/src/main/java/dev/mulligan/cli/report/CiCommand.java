package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Inputs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan ci}: a result for those who read a pull request. */
@picocli.CommandLine.Command(
        name = "ci",
        description = "Turns the result of exec --json or run --json into annotations and a job summary.",
        footer = {
            "",
            "Annotations are printed in the form that GitHub Actions reads. Each failure is called transient (it passed by",
            "itself and its text says so), flaky (it passed by itself), repaired (an agent mended it) or real.",
            "",
            "Example:",
            "  mulligan exec --operation test --json -- npm test > result.json",
            "  mulligan ci result.json --summary \"$GITHUB_STEP_SUMMARY\""
        })
public final class CiCommand extends Command {

    @Parameters(paramLabel = "FILE|-", description = "What exec --json or run --json printed.")
    @SuppressWarnings("NullAway.Init")
    String file;

    @Option(names = "--summary", paramLabel = "FILE", description = "Add a summary in Markdown to this file.")
    @Nullable
    Path summary;

    /** What stands behind one failure. */
    private enum Kind {
        TRANSIENT,
        FLAKY,
        REPAIRED,
        REAL;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Told(Kind kind, String where, String what) {}

    @Override
    public Integer call() throws IOException {
        Folders.requireFolderOf("--summary", summary);
        JsonObject result = read();
        List<Told> told = result.has("steps") ? steps(result) : attempts(result);
        told.forEach(one -> screen().line((one.kind() == Kind.REAL ? "::error" : "::warning") + " title="
                + escaped(one.kind().word() + ": " + one.where(), true) + "::" + escaped(one.what(), false)));
        if (summary != null) {
            Files.writeString(summary, markdown(result, told), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return ExitCode.OK;
    }

    private JsonObject read() throws IOException {
        try {
            JsonObject result = Json.parseObject(Inputs.text(file).strip());
            if (result.truth("success").isEmpty()) {
                throw noResult("it does not say whether it succeeded");
            }
            boolean rows = Stream.of("steps", "retry_history")
                    .flatMap(name -> result.list(name).stream())
                    .allMatch(JsonObject.class::isInstance);
            if (!rows) {
                throw noResult("its steps and attempts are not objects");
            }
            return result;
        } catch (JsonException e) {
            throw noResult(String.valueOf(e.getMessage()));
        }
    }

    private UserError noResult(String why) {
        return new UserError(
                Inputs.name(file) + " is not the result of exec --json or run --json: " + why,
                "Was the command ended before it could print its result?");
    }

    private static List<Told> steps(JsonObject result) {
        return result.list("steps").stream()
                .map(JsonObject.class::cast)
                .filter(step -> !step.truth("success").orElse(false)
                        || step.number("attempts").orElse(1) > 1)
                .map(step -> new Told(
                        step.truth("success").orElse(false) ? Kind.REPAIRED : Kind.REAL,
                        "step " + step.text("id", ""),
                        step.text("outcome", "") + " after "
                                + Screen.counted(step.number("attempts").orElse(1), "attempt")))
                .toList();
    }

    private List<Told> attempts(JsonObject result) {
        boolean success = result.truth("success").orElse(false);
        boolean changed =
                !result.object("result").orElse(result).list("files_changed").isEmpty();
        List<Told> told = new ArrayList<>();
        for (Object one : result.list("retry_history")) {
            JsonObject attempt = (JsonObject) one;
            if (attempt.number("exit_code").orElse(0) != 0) {
                String what = attempt.text("summary", "");
                Kind kind = !success
                        ? Kind.REAL
                        : changed ? Kind.REPAIRED : isTransient(what) ? Kind.TRANSIENT : Kind.FLAKY;
                told.add(new Told(kind, "attempt " + attempt.number("attempt").orElse(1), what));
            }
        }
        if (!success && told.isEmpty()) {
            // Nothing ran: it was held back, or could not be started.
            return List.of(new Told(Kind.REAL, "the command", result.text("final_error", "it failed")));
        }
        // Of a failure that stayed, the last attempt says it all.
        return success ? told : List.of(told.getLast());
    }

    private boolean isTransient(String text) {
        Classifier classifier = config().classifier();
        return classifier.classify(new Evidence.Thrown(Optional.empty(), text, OptionalInt.empty(), Optional.empty()))
                        instanceof Verdict.Failed(var failure)
                && failure.retryable();
    }

    private static String markdown(JsonObject result, List<Told> told) {
        StringBuilder text = new StringBuilder("### Mulligan: ")
                .append(result.truth("success").orElse(false) ? "passed" : "failed")
                .append(
                        result.has("attempts")
                                ? " after "
                                        + Screen.counted(
                                                result.number("attempts").orElse(1), "attempt")
                                : "")
                .append("\n\n");
        if (told.isEmpty()) {
            return text.append("Nothing failed.\n").toString();
        }
        text.append("| Kind | Where | What |\n|---|---|---|\n");
        told.forEach(one -> text.append("| ")
                .append(one.kind().word())
                .append(" | ")
                .append(one.where())
                .append(" | ")
                .append(one.what().replace("|", "\\|").replace("\n", " "))
                .append(" |\n"));
        return text.toString();
    }

    /** As GitHub wants the parts of a command; otherwise a test's name could start another one. */
    private static String escaped(String text, boolean property) {
        String plain = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
        return property ? plain.replace(":", "%3A").replace(",", "%2C") : plain;
    }
}
