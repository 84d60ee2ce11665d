package dev.mulligan.simulator.wire;

import dev.mulligan.provider.AnthropicObjects;
import dev.mulligan.provider.SseText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Anthropic's Messages wire. */
final class AnthropicFormat implements WireFormat {

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        List<JsonObject> content = new ArrayList<>();
        if (!reply.text().isEmpty()) {
            content.add(AnthropicObjects.text(reply.text()));
        }
        reply.tool().ifPresent(tool -> content.add(toolUse(tool, id, tool.arguments())));
        return AnthropicObjects.message(id, model, content, stopReason(reply), usage(reply, reply.outputTokens()));
    }

    private static JsonObject toolUse(SimulatedReply.ToolCall tool, String id, JsonObject input) {
        return AnthropicObjects.toolUse("toolu_" + id, tool.name(), input);
    }

    private static String stopReason(SimulatedReply reply) {
        return reply.tool().isPresent() ? "tool_use" : "end_turn";
    }

    private static JsonObject usage(SimulatedReply reply, int output) {
        return AnthropicObjects.usage(reply.inputTokens(), output, reply.cacheReadTokens(), 0);
    }

    @Override
    public Frames stream(SimulatedReply reply, String model, String id) {
        JsonObject message = AnthropicObjects.message(id, model, List.of(), null, usage(reply, 1));
        List<String> start = List.of(
                SseText.typed(AnthropicObjects.messageStart(message)), SseText.typed(Json.object("type", "ping")));
        List<String> content = reply.tool()
                .map(tool -> block(
                        toolUse(tool, id, Json.object()),
                        Json.write(tool.arguments()),
                        piece -> AnthropicObjects.inputDelta(0, piece)))
                .orElseGet(() ->
                        block(AnthropicObjects.text(""), reply.text(), piece -> AnthropicObjects.textDelta(0, piece)));
        List<String> finish = List.of(SseText.typed(Json.object(
                "type", "message_delta",
                "delta", Json.object("stop_reason", stopReason(reply), "stop_sequence", null),
                "usage", Json.object("output_tokens", reply.outputTokens()))));
        return new Frames(start, content, finish, List.of(SseText.typed(Json.object("type", "message_stop"))));
    }

    /** The events of the one block; none where it says nothing. */
    private static List<String> block(JsonObject block, String content, Function<String, JsonObject> delta) {
        if (content.isEmpty()) {
            return List.of();
        }
        List<String> events = new ArrayList<>();
        events.add(SseText.typed(AnthropicObjects.blockStart(0, block)));
        WireFormat.pieces(content).forEach(piece -> events.add(SseText.typed(delta.apply(piece))));
        events.add(SseText.typed(AnthropicObjects.blockStop(0)));
        return events;
    }
}
