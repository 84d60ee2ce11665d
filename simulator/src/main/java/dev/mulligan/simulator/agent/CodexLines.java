package dev.mulligan.simulator.agent;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** Codex's {@code exec --json}. */
final class CodexLines implements AgentLines {

    private final PrintStream out;
    private final String thread;
    private int items;

    CodexLines(PrintStream out, String thread) {
        this.out = out;
        this.thread = thread;
    }

    @Override
    public void started() {
        line(Json.object("type", "thread.started", "thread_id", thread));
        line(Json.object("type", "turn.started"));
    }

    @Override
    public void wrote(String path, String content) {
        item(Json.object(
                "id",
                "item_" + items++,
                "type",
                "file_change",
                "changes",
                List.of(Json.object("path", path, "kind", "update")),
                "status",
                "completed"));
    }

    @Override
    public void said(String text) {
        item(Json.object("id", "item_" + items++, "type", "agent_message", "text", text));
    }

    private void item(JsonObject item) {
        line(Json.object("type", "item.completed", "item", item));
    }

    @Override
    public void done(AgentTurn.Report report, String text) {
        if (report.turns() > 0) {
            line(Json.object(
                    "type",
                    "turn.completed",
                    "usage",
                    Json.object(
                            "input_tokens",
                            report.inputTokens(),
                            "cached_input_tokens",
                            0,
                            "output_tokens",
                            report.outputTokens())));
        }
    }

    @Override
    public void failed(AgentTurn.Report report, String text) {
        line(Json.object("type", "error", "message", text));
        line(Json.object("type", "turn.failed", "error", Json.object("message", text)));
    }

    private void line(JsonObject event) {
        out.println(Json.write(event));
    }
}
