package dev.mulligan.simulator.wire;

import dev.mulligan.provider.SseText;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI's chat completions wire. */
final class ChatFormat implements WireFormat {

    private static final long CREATED = 1_767_225_600L;
    private static final String CHUNK = "chat.completion.chunk";

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        JsonObject message = reply.tool()
                .map(tool -> Json.object("role", "assistant", "content", null, "tool_calls", List.of(call(tool, id))))
                .orElseGet(() -> Json.object("role", "assistant", "content", reply.text(), "refusal", null));
        JsonObject choice =
                Json.object("index", 0, "message", message, "logprobs", null, "finish_reason", finishReason(reply));
        return completion("chat.completion", model, id, "choices", List.of(choice), "usage", usage(reply));
    }

    /** What all answers begin with, and the members that follow. */
    private static JsonObject completion(String object, String model, String id, Object... more) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", "chatcmpl-" + id);
        members.put("object", object);
        members.put("created", CREATED);
        members.put("model", model);
        members.putAll(Json.object(more).members());
        return new JsonObject(members);
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
        String tokens = SseText.data(completion(CHUNK, model, id, "choices", List.of(), "usage", usage(reply)));
        return new Frames(start, content, List.of(end, tokens), List.of("data: [DONE]\n\n"));
    }

    private static JsonObject indexed(SimulatedReply.ToolCall tool, String id) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("index", 0);
        members.putAll(call(tool, id).members());
        return new JsonObject(members);
    }

    private static String chunk(String model, String id, JsonObject delta, @Nullable String finish) {
        JsonObject choice = Json.object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish);
        return SseText.data(completion(CHUNK, model, id, "choices", List.of(choice)));
    }

    @Override
    public String malformedEvent() {
        return "data: {\"id\":\"chatcmpl-x\",\"choices\":[{\"delta\":{\"content\": \n\n";
    }
}
