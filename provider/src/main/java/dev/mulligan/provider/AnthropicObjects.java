package dev.mulligan.provider;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON objects of Anthropic's Messages wire. */
public final class AnthropicObjects {

    private AnthropicObjects() {}

    /** An answer, or its beginning: then it has no content and no reason to stop. */
    public static JsonObject message(
            String id, String model, List<JsonObject> content, @Nullable String stopReason, JsonObject usage) {
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
                stopReason,
                "stop_sequence",
                null,
                "usage",
                usage);
    }

    /** {@code input} is what was neither read from nor written to the cache. */
    public static JsonObject usage(long input, long output, long cacheRead, long cacheWrite) {
        return Json.object(
                "input_tokens",
                input,
                "cache_creation_input_tokens",
                cacheWrite,
                "cache_read_input_tokens",
                cacheRead,
                "output_tokens",
                output);
    }

    public static JsonObject text(String text) {
        return Json.object("type", "text", "text", text);
    }

    /** A block that calls a tool; {@code input} is an object, or whatever a model wrote instead of one. */
    public static JsonObject toolUse(String id, String name, @Nullable Object input) {
        return Json.object("type", "tool_use", "id", id, "name", name, "input", input);
    }

    /** The event that begins an answer. */
    public static JsonObject messageStart(JsonObject message) {
        return Json.object("type", "message_start", "message", message);
    }

    public static JsonObject blockStart(int index, JsonObject block) {
        return Json.object("type", "content_block_start", "index", index, "content_block", block);
    }

    public static JsonObject textDelta(int index, String text) {
        return delta(index, Json.object("type", "text_delta", "text", text));
    }

    /** A piece of a tool's input, which is JSON only as a whole. */
    public static JsonObject inputDelta(int index, String partialJson) {
        return delta(index, Json.object("type", "input_json_delta", "partial_json", partialJson));
    }

    private static JsonObject delta(int index, JsonObject delta) {
        return Json.object("type", "content_block_delta", "index", index, "delta", delta);
    }

    public static JsonObject blockStop(int index) {
        return Json.object("type", "content_block_stop", "index", index);
    }
}
