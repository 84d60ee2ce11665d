package dev.mulligan.mcp;

import dev.mulligan.explain.Explainer;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.output.ToolRun;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.record.learn.Lessons;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.adapt.Adviser;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What the tools do: named values in, named values out. Wrong input is an {@link IllegalArgumentException}. */
public final class McpTools {

    private static final int MOST_RECORDS = 2000;
    private static final int MOST_LESSONS = 5;
    private static final int MOST_ACTIONABLE = 8000;

    private final Path project;
    private final EventStore store;
    private final Classifier classifier;
    private final OutcomeLog log;

    /** @param log where outcomes go */
    McpTools(Path project, EventStore store, Classifier classifier, OutcomeLog log) {
        this.project = project;
        this.store = store;
        this.classifier = classifier;
        this.log = log;
    }

    JsonObject classify(JsonObject in) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>(verdict(classifier.classify(evidence(in))));
        if (in.has("exit_code") || in.has("stdout")) {
            Explanation explained = Explainer.standard()
                    .explain(new ToolRun(
                            in.text("command", ""),
                            number(in, "exit_code"),
                            in.text("stdout", ""),
                            in.text("stderr", "")));
            out.put("signature", explained.signature());
            out.put("summary", explained.summary());
            out.put("actionable", explained.actionable(MOST_ACTIONABLE));
        }
        return new JsonObject(out);
    }

    private static Evidence evidence(JsonObject in) {
        OptionalInt status = number(in, "status");
        if (status.isPresent()) {
            return new Evidence.Http(status.getAsInt(), Map.of(), in.text("body", in.text("text", "")));
        }
        if (in.has("exit_code") || in.has("stdout") || in.has("stderr")) {
            return new Evidence.Exited(
                    in.text("command", ""),
                    number(in, "exit_code"),
                    Optional.empty(),
                    in.text("stdout", ""),
                    in.text("stderr", ""),
                    Optional.empty());
        }
        String text = in.text("text")
                .orElseThrow(() -> new IllegalArgumentException(
                        "give text, or status and body, or command, exit_code, stdout and stderr"));
        return new Evidence.Thrown(Optional.empty(), text, OptionalInt.empty(), Optional.empty());
    }

    private static OptionalInt number(JsonObject in, String name) {
        return in.get(name) instanceof Number number ? OptionalInt.of(number.intValue()) : OptionalInt.empty();
    }

    private static Map<String, @Nullable Object> verdict(Verdict verdict) {
        return switch (verdict) {
            case Verdict.NotAFailure ok ->
                Json.object("failure", false, "message", ok.message()).members();
            case Verdict.Failed failed -> {
                Map<String, @Nullable Object> out = VerdictJson.of(failed.failure());
                out.put("message", failed.failure().message());
                yield out;
            }
        };
    }

    JsonObject lookup(JsonObject in) {
        String signature = in.text("signature", "");
        String error = in.text("error", "");
        if (signature.isBlank() && error.isBlank()) {
            throw new IllegalArgumentException("give the signature or the error, or both");
        }
        List<LearningRecorded> records = store.views().learnings(Optional.empty(), MOST_RECORDS);
        return Json.object(
                "fixes",
                Lessons.about(signature, error, records, MOST_LESSONS).stream()
                        .map(lesson -> Json.object(
                                "id", lesson.learnt().id(),
                                "same_failure", lesson.isExact(),
                                "error", lesson.learnt().error(),
                                "worked", lesson.learnt().worked(),
                                "tried", lesson.learnt().tried(),
                                "files", lesson.learnt().files(),
                                "hint", lesson.learnt().hint()))
                        .toList());
    }

    JsonObject recommend(JsonObject in) {
        String stage = needed(in, "stage");
        Advice advice = new Adviser(project, Optional.of(store), warning -> {})
                .advise(stage, number(in, "attempt").orElse(1), in.text("signature", ""));
        return Json.object(
                "strategy", advice.strategy(),
                "why", advice.why(),
                "failureRate", advice.failureRate(),
                "samples", advice.samples(),
                "options",
                        advice.options().stream()
                                .map(option -> Json.object(
                                        "strategy", option.strategy(),
                                        "tries", option.score().tries(),
                                        "successes", option.score().successes()))
                                .toList());
    }

    JsonObject record(JsonObject in) throws IOException {
        String verifier = needed(in, "verified_by");
        OptionalInt exit = number(in, "exit_code");
        if (exit.isEmpty()) {
            throw new IllegalArgumentException("exit_code: say what " + verifier + " ended with; a fix counts as"
                    + " working only when the command that checks it ended with 0");
        }
        String id = log.record(
                needed(in, "stage"),
                in.text("signature", ""),
                needed(in, "error"),
                in.text("strategy"),
                in.text("fix", "the same again"),
                in.list("files").stream().map(String::valueOf).toList(),
                exit.getAsInt() == 0);
        return Json.object("learning_record_id", id, "success", exit.getAsInt() == 0);
    }

    private static String needed(JsonObject in, String name) {
        return in.text(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
    }
}
