package dev.mulligan.simulator.agent;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.PrintStream;

/** Gemini CLI's {@code --output-format stream-json}. */
final class GeminiLines implements AgentLines {

    private final PrintStream out;
    private final String session;
    private int tools;

    GeminiLines(PrintStream out, String session) {
        this.out = out;
        this.session = session;
    }

    @Override
    public void started() {
        line(Json.object("type", "init", "session_id", session, "model", "sim-model"));
    }

    @Override
    public void wrote(String path, String content) {
        String id = "write_file-" + ++tools;
        line(Json.object(
                "type",
                "tool_use",
                "tool_name",
                "write_file",
                "tool_id",
                id,
                "parameters",
                Json.object("file_path", path, "content", content)));
        line(Json.object("type", "tool_result", "tool_id", id, "status", "success"));
    }

    @Override
    public void said(String text) {
        line(Json.object("type", "message", "role", "assistant", "content", text, "delta", true));
    }

    @Override
    public void done(AgentTurn.Report report, String text) {
        line(Json.object("type", "result", "status", "success", "stats", stats(report)));
    }

    @Override
    public void failed(AgentTurn.Report report, String text) {
        line(Json.object(
                "type",
                "result",
                "status",
                "error",
                "error",
                Json.object("type", "Error", "message", text),
                "stats",
                stats(report)));
    }

    private JsonObject stats(AgentTurn.Report report) {
        return Json.object(
                "total_tokens",
                report.inputTokens() + report.outputTokens(),
                "input_tokens",
                report.inputTokens(),
                "output_tokens",
                report.outputTokens(),
                "tool_calls",
                tools);
    }

    private void line(JsonObject event) {
        out.println(Json.write(event));
    }
}
