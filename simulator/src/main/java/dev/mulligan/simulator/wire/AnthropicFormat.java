package dev.mulligan.simulator.wire;

import dev.mulligan.provider.SseText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Anthropic's Messages wire. */
final class AnthropicFormat implements WireFormat {

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        List<Object> content = new ArrayList<>();
        if (!reply.text().isEmpty()) {
            content.add(Json.object("type", "text", "text", reply.text()));
        }
        reply.tool()
                .ifPresent(tool -> content.add(Json.object(
                        "type", "tool_use", "id", "toolu_" + id, "name", tool.name(), "input", tool.arguments())));
        return Json.object(
                "id",
                "msg_" + id,
                "type",
                "message",
                "role",
                "assistant",
                "model",
                model,
                "content",
                content,
                "stop_reason",
                stopReason(reply),
                "stop_sequence",
                null,
                "usage",
                usage(reply, reply.outputTokens()));
    }

    private static String stopReason(SimulatedReply reply) {
        return reply.tool().isPresent() ? "tool_use" : "end_turn";
    }

    private static JsonObject usage(SimulatedReply reply, int output) {
        return Json.object(
                "input_tokens",
                reply.inputTokens(),
                "cache_creation_input_tokens",
                0,
                "cache_read_input_tokens",
                reply.cacheReadTokens(),
                "output_tokens",
                output);
    }

    @Override
    public Frames stream(SimulatedReply reply, String model, String id) {
        List<String> start = List.of(
                SseText.typed(Json.object(
                        "type",
                        "message_start",
                        "message",
                        Json.object(
                                "id",
                                "msg_" + id,
                                "type",
                                "message",
                                "role",
                                "assistant",
                                "model",
                                model,
                                "content",
                                List.of(),
                                "stop_reason",
                                null,
                                "stop_sequence",
                                null,
                                "usage",
                                usage(reply, 1)))),
                SseText.typed(Json.object("type", "ping")));
        List<String> content = new ArrayList<>();
        reply.tool().ifPresentOrElse(tool -> tool(content, tool, id), () -> text(content, reply.text()));
        List<String> finish = List.of(SseText.typed(Json.object(
                "type", "message_delta",
                "delta", Json.object("stop_reason", stopReason(reply), "stop_sequence", null),
                "usage", Json.object("output_tokens", reply.outputTokens()))));
        return new Frames(start, content, finish, List.of(SseText.typed(Json.object("type", "message_stop"))));
    }

    private static void text(List<String> content, String text) {
        if (text.isEmpty()) {
            return;
        }
        content.add(SseText.typed(Json.object(
                "type", "content_block_start", "index", 0, "content_block", Json.object("type", "text", "text", ""))));
        WireFormat.pieces(text)
                .forEach(piece -> content.add(SseText.typed(Json.object(
                        "type",
                        "content_block_delta",
                        "index",
                        0,
                        "delta",
                        Json.object("type", "text_delta", "text", piece)))));
        content.add(SseText.typed(Json.object("type", "content_block_stop", "index", 0)));
    }

    private static void tool(List<String> content, SimulatedReply.ToolCall tool, String id) {
        content.add(SseText.typed(Json.object(
                "type",
                "content_block_start",
                "index",
                0,
                "content_block",
                Json.object("type", "tool_use", "id", "toolu_" + id, "name", tool.name(), "input", Json.object()))));
        WireFormat.pieces(Json.write(tool.arguments()))
                .forEach(piece -> content.add(SseText.typed(Json.object(
                        "type",
                        "content_block_delta",
                        "index",
                        0,
                        "delta",
                        Json.object("type", "input_json_delta", "partial_json", piece)))));
        content.add(SseText.typed(Json.object("type", "content_block_stop", "index", 0)));
    }
}
