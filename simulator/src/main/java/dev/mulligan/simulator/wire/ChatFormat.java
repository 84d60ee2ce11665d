package dev.mulligan.simulator.wire;

import dev.mulligan.provider.SseText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenAI's chat completions wire. */
final class ChatFormat implements WireFormat {

    private static final long CREATED = 1_767_225_600L;

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        JsonObject message = reply.tool()
                .map(tool -> Json.object("role", "assistant", "content", null, "tool_calls", List.of(call(tool, id))))
                .orElseGet(() -> Json.object("role", "assistant", "content", reply.text(), "refusal", null));
        return Json.object(
                "id",
                "chatcmpl-" + id,
                "object",
                "chat.completion",
                "created",
                CREATED,
                "model",
                model,
                "choices",
                List.of(Json.object(
                        "index", 0, "message", message, "logprobs", null, "finish_reason", finishReason(reply))),
                "usage",
                usage(reply));
    }

    private static JsonObject call(SimulatedReply.ToolCall tool, String id) {
        return Json.object(
                "id",
                "call_" + id,
                "type",
                "function",
                "function",
                Json.object("name", tool.name(), "arguments", Json.write(tool.arguments())));
    }

    private static String finishReason(SimulatedReply reply) {
        return reply.tool().isPresent() ? "tool_calls" : "stop";
    }

    private static JsonObject usage(SimulatedReply reply) {
        int prompt = reply.inputTokens() + reply.cacheReadTokens();
        return Json.object(
                "prompt_tokens",
                prompt,
                "completion_tokens",
                reply.outputTokens(),
                "total_tokens",
                prompt + reply.outputTokens(),
                "prompt_tokens_details",
                Json.object("cached_tokens", reply.cacheReadTokens()));
    }

    @Override
    public Frames stream(SimulatedReply reply, String model, String id) {
        List<String> start = List.of(chunk(model, id, Json.object("role", "assistant", "content", ""), null));
        List<String> content = new ArrayList<>();
        reply.tool()
                .ifPresentOrElse(
                        tool -> content.add(
                                chunk(model, id, Json.object("tool_calls", List.of(indexed(tool, id))), null)),
                        () -> WireFormat.pieces(reply.text())
                                .forEach(piece -> content.add(chunk(model, id, Json.object("content", piece), null))));
        String end = chunk(model, id, Json.object(), finishReason(reply));
        String tokens = SseText.data(Json.object(
                "id",
                "chatcmpl-" + id,
                "object",
                "chat.completion.chunk",
                "created",
                CREATED,
                "model",
                model,
                "choices",
                List.of(),
                "usage",
                usage(reply)));
        return new Frames(start, content, List.of(end, tokens), List.of("data: [DONE]\n\n"));
    }

    private static JsonObject indexed(SimulatedReply.ToolCall tool, String id) {
        return Json.object(
                "index",
                0,
                "id",
                "call_" + id,
                "type",
                "function",
                "function",
                Json.object("name", tool.name(), "arguments", Json.write(tool.arguments())));
    }

    private static String chunk(String model, String id, JsonObject delta, @Nullable String finish) {
        return SseText.data(Json.object(
                "id",
                "chatcmpl-" + id,
                "object",
                "chat.completion.chunk",
                "created",
                CREATED,
                "model",
                model,
                "choices",
                List.of(Json.object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish))));
    }

    @Override
    public String malformedEvent() {
        return "data: {\"id\":\"chatcmpl-x\",\"choices\":[{\"delta\":{\"content\": \n\n";
    }
}
