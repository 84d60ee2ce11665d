package dev.mulligan.simulator.agent;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** Claude Code's {@code --output-format stream-json --verbose}. A failed call says success too: is_error counts. */
final class ClaudeLines implements AgentLines {

    private final PrintStream out;
    private final String session;
    private int tools;

    ClaudeLines(PrintStream out, String session) {
        this.out = out;
        this.session = session;
    }

    @Override
    public void started() {
        line(Json.object("type", "system", "subtype", "init", "session_id", session, "model", "sim-model"));
    }

    @Override
    public void wrote(String path, String content) {
        String id = "toolu_sim_" + ++tools;
        message(
                "assistant",
                Json.object(
                        "type",
                        "tool_use",
                        "id",
                        id,
                        "name",
                        "Write",
                        "input",
                        Json.object("file_path", path, "content", content)));
        message("user", Json.object("type", "tool_result", "tool_use_id", id, "content", "File written: " + path));
    }

    @Override
    public void said(String text) {
        message("assistant", Json.object("type", "text", "text", text));
    }

    private void message(String role, JsonObject content) {
        line(Json.object(
                "type",
                role,
                "message",
                Json.object("role", role, "content", List.of(content)),
                "session_id",
                session));
    }

    @Override
    public void done(AgentTurn.Report report, String text) {
        result(report, false, text);
    }

    @Override
    public void failed(AgentTurn.Report report, String text) {
        result(report, true, text);
    }

    private void result(AgentTurn.Report report, boolean failed, String text) {
        line(Json.object(
                "type",
                "result",
                "subtype",
                "success",
                "is_error",
                failed,
                "result",
                text,
                "session_id",
                session,
                "num_turns",
                report.turns(),
                "total_cost_usd",
                report.dollars(),
                "usage",
                Json.object(
                        "input_tokens",
                        report.inputTokens(),
                        "output_tokens",
                        report.outputTokens(),
                        "cache_read_input_tokens",
                        0,
                        "cache_creation_input_tokens",
                        0),
                "terminal_reason",
                failed ? "api_error" : "completed",
                "permission_denials",
                List.of()));
    }

    private void line(JsonObject event) {
        out.println(Json.write(event));
    }
}
