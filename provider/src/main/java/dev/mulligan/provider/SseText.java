package dev.mulligan.provider;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;

/** Writes server-sent events. */
public final class SseText {

    private SseText() {}

    /** An event whose name is the {@code type} in its data, as Anthropic's and OpenAI's Responses wire have it. */
    public static String typed(JsonObject data) {
        return "event: " + data.text("type", "message") + "\ndata: " + Json.write(data) + "\n\n";
    }

    /** An event without a name. */
    public static String data(JsonObject data) {
        return "data: " + Json.write(data) + "\n\n";
    }
}
