package dev.mulligan.explain;

import dev.mulligan.explain.output.ToolError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads recorded runs, writes one line a run for an outside scorer: {@code ResultsMain runs.jsonl results.jsonl}. */
final class ResultsMain {
    private ResultsMain() {}

    public static void main(String[] args) throws IOException {
        Explainer explainer = Explainer.standard();
        List<String> out = RecordedRun.read(Path.of(args[0])).stream()
                .map(r -> line(r.id(), explainer.explain(r.run())))
                .toList();
        Files.write(Path.of(args[1]), out);
    }

    static String line(String id, Explanation e) {
        List<String> errors = e.errors().stream().map(ResultsMain::error).toList();
        return "{\"id\":" + Json.quote(id) + ",\"tool\":" + Json.quote(e.tool()) + ",\"signature\":"
                + Json.quote(e.signature()) + ",\"tests\":"
                + Json.quote(e.tests().toString()) + ",\"errors\":["
                + String.join(",", errors) + "]}";
    }

    private static String error(ToolError e) {
        String line = e.line().isPresent() ? String.valueOf(e.line().getAsInt()) : "null";
        return "{\"file\":" + e.file().map(Json::quote).orElse("null") + ",\"line\":" + line + ",\"test\":"
                + e.test().map(Json::quote).orElse("null") + ",\"message\":" + Json.quote(e.message()) + "}";
    }
}
