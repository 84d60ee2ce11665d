package dev.mulligan.provider.translate;

import dev.mulligan.provider.SseReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Requests and streams for the tests of translation, written with single quotes. */
final class Told {

    private Told() {}

    static Translation translated(Wire from, Wire to, String body) {
        return Translation.of(from, to, bytes(body), "", Set.of());
    }

    static JsonObject body(Wire from, Wire to, String body) {
        return body(translated(from, to, body));
    }

    static JsonObject body(Translation translation) {
        return Json.parseObject(new String(translation.body(), StandardCharsets.UTF_8));
    }

    /** The client's events for these events of the upstream. */
    static List<JsonObject> events(Translation translation, String... upstream) {
        Translation.Stream stream = translation.stream();
        StringBuilder out = new StringBuilder();
        for (String event : upstream) {
            byte[] data = bytes(event);
            out.append(stream.event("", data, 0, data.length));
        }
        out.append(stream.finish());
        return parsed(out.toString());
    }

    static List<JsonObject> parsed(String sse) {
        List<JsonObject> events = new ArrayList<>();
        SseReader reader = new SseReader((name, bytes, from, to) -> {
            String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            if (!text.equals("[DONE]")) {
                JsonObject event = Json.parseObject(text);
                if (event.has("type") && !name.equals(event.text("type", ""))) {
                    throw new AssertionError("the event is called '" + name + "': " + text);
                }
                events.add(event);
            }
        });
        reader.feed(sse.getBytes(StandardCharsets.UTF_8));
        reader.end();
        return events;
    }

    static List<String> types(List<JsonObject> events) {
        return events.stream().map(event -> event.text("type", "")).toList();
    }

    static byte[] bytes(String quoted) {
        return quoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static String recorded(String name) throws IOException {
        try (InputStream in = Told.class.getResourceAsStream(name)) {
            return new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A value by its path: {@code a.b[0].c}. */
    static Object at(JsonObject root, String path) {
        Object value = root;
        for (String step : path.replace("[", ".#").replace("]", "").split("\\.", -1)) {
            value = step.startsWith("#")
                    ? ((List<?>) value).get(Integer.parseInt(step.substring(1)))
                    : java.util.Objects.requireNonNullElse(((JsonObject) value).get(step), "null");
        }
        return value;
    }
}
