package dev.mulligan.store.adapt;

import dev.mulligan.record.advice.StageHistory;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Utf8Files;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** {@code .claude/pipeline-history.json} of other tools: runs of a pipeline, each with the stage it failed at. */
final class PipelineHistory {

    private static final List<String> ORDER = List.of("alex", "cass", "nigel", "codey-plan", "codey-implement");

    private final List<JsonObject> runs;

    private PipelineHistory(List<JsonObject> runs) {
        this.runs = runs;
    }

    static PipelineHistory load(Path project, Consumer<String> warnings) {
        Path file = project.resolve(".claude").resolve("pipeline-history.json");
        if (!Files.isRegularFile(file)) {
            return new PipelineHistory(List.of());
        }
        try {
            Object json = Json.parse(Utf8Files.read(file));
            List<?> entries = json instanceof JsonObject object ? object.list("entries") : (List<?>) json;
            List<JsonObject> runs = new ArrayList<>();
            for (Object entry : entries == null ? List.of() : entries) {
                if (entry instanceof JsonObject run) {
                    runs.add(run);
                }
            }
            return new PipelineHistory(runs);
        } catch (IOException | JsonException | ClassCastException e) {
            warnings.accept(
                    file + " cannot be read: " + e.getMessage() + "; plain retry is advised" + Aside.keep(file));
            return new PipelineHistory(List.of());
        }
    }

    /** Newest first. */
    StageHistory stage(String stage) {
        List<Boolean> recent = new ArrayList<>();
        Map<String, StageHistory.Score> strategies = new HashMap<>();
        for (JsonObject run : runs) {
            if (!reached(run, stage)) {
                continue;
            }
            boolean passed = !run.text("failedStage", "").equals(stage);
            recent.add(passed);
            for (Object strategy : run.list("strategiesUsed")) {
                strategies.merge(
                        String.valueOf(strategy),
                        new StageHistory.Score(1, passed ? 1 : 0),
                        (a, b) -> new StageHistory.Score(a.tries() + b.tries(), a.successes() + b.successes()));
            }
        }
        Collections.reverse(recent);
        return new StageHistory(recent, Map.of(), strategies);
    }

    private static boolean reached(JsonObject run, String stage) {
        String failed = run.text("failedStage", "");
        if (failed.equals(stage)) {
            return true;
        }
        if (run.object("stages").isPresent()) {
            return run.object("stages").get().has(stage);
        }
        int at = ORDER.indexOf(stage);
        int end = failed.isEmpty() ? ORDER.indexOf(run.text("pausedAfter", "")) : ORDER.indexOf(failed) - 1;
        return at >= 0 && (run.text("status", "").equals("success") || at <= end);
    }
}
