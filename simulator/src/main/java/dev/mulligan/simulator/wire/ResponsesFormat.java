package dev.mulligan.simulator.wire;

import dev.mulligan.provider.SseText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenAI's responses wire. Content counts only in {@code response.output_item.done}, the end in {@code response.completed}. */
final class ResponsesFormat implements WireFormat {

    private static final long CREATED = 1_767_225_600L;

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        boolean says = !reply.text().isEmpty() || reply.tool().isPresent();
        return response(model, id, "completed", says ? List.of(item(reply, id)) : List.of(), usage(reply));
    }

    private static JsonObject response(
            String model, String id, String status, List<JsonObject> output, @Nullable JsonObject usage) {
        return Json.object(
                "id",
                "resp_" + id,
                "object",
                "response",
                "created_at",
                CREATED,
                "status",
                status,
                "error",
                null,
                "incomplete_details",
                null,
                "instructions",
                null,
                "metadata",
                Json.object(),
                "model",
                model,
                "output",
                output,
                "parallel_tool_calls",
                true,
                "temperature",
                1.0,
                "tool_choice",
                "auto",
                "tools",
                List.of(),
                "top_p",
                1.0,
                "usage",
                usage);
    }

    private static JsonObject item(SimulatedReply reply, String id) {
        return reply.tool()
                .map(tool -> Json.object(
                        "type",
                        "function_call",
                        "id",
                        "fc_" + id,
                        "call_id",
                        "call_" + id,
                        "name",
                        tool.name(),
                        "arguments",
                        Json.write(tool.arguments()),
                        "status",
                        "completed"))
                .orElseGet(() -> Json.object(
                        "type",
                        "message",
                        "id",
                        "msg_" + id,
                        "status",
                        "completed",
                        "role",
                        "assistant",
                        "content",
                        List.of(Json.object("type", "output_text", "text", reply.text(), "annotations", List.of()))));
    }

    private static JsonObject usage(SimulatedReply reply) {
        int input = reply.inputTokens() + reply.cacheReadTokens();
        return Json.object(
                "input_tokens",
                input,
                "input_tokens_details",
                Json.object("cached_tokens", reply.cacheReadTokens()),
                "output_tokens",
                reply.outputTokens(),
                "output_tokens_details",
                Json.object("reasoning_tokens", 0),
                "total_tokens",
                input + reply.outputTokens());
    }

    @Override
    public Frames stream(SimulatedReply reply, String model, String id) {
        JsonObject open = response(model, id, "in_progress", List.of(), null);
        List<String> start = List.of(
                SseText.typed(Json.object("type", "response.created", "sequence_number", 0, "response", open)),
                SseText.typed(Json.object("type", "response.in_progress", "sequence_number", 1, "response", open)));
        List<String> content = new ArrayList<>();
        boolean says = !reply.text().isEmpty() || reply.tool().isPresent();
        if (says) {
            JsonObject item = item(reply, id);
            content.add(SseText.typed(Json.object(
                    "type", "response.output_item.added", "sequence_number", 2, "output_index", 0, "item", item)));
            int number = 3;
            for (String piece : WireFormat.pieces(reply.text())) {
                content.add(SseText.typed(Json.object(
                        "type",
                        "response.output_text.delta",
                        "sequence_number",
                        number++,
                        "item_id",
                        "msg_" + id,
                        "output_index",
                        0,
                        "content_index",
                        0,
                        "delta",
                        piece,
                        "logprobs",
                        List.of())));
            }
            content.add(SseText.typed(Json.object(
                    "type", "response.output_item.done", "sequence_number", number, "output_index", 0, "item", item)));
        }
        String completed = SseText.typed(
                Json.object("type", "response.completed", "sequence_number", 99, "response", json(reply, model, id)));
        return new Frames(start, content, List.of(), List.of(completed));
    }

    @Override
    public String malformedEvent() {
        return "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\": \n\n";
    }
}
