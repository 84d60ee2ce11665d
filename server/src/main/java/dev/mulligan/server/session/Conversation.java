package dev.mulligan.server.session;

import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.server.http.Problem;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kept request made ready to be sent again: one message more, and an answer in one piece. */
final class Conversation {

    private Conversation() {}

    /** The body with the words added as the newest message of the user. */
    static String body(KeptRequest kept, Optional<String> words) {
        JsonObject before;
        try {
            before = Json.parseObject(kept.body().toString());
        } catch (JsonException e) {
            throw Problem.conflict("the last request of this session is not JSON, so nothing can be added to it");
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(before.members());
        members.remove("stream");
        members.remove("stream_options");
        words.filter(text -> !text.isBlank()).ifPresent(text -> add(kept.wire(), members, text));
        return Json.write(members);
    }

    private static void add(String wire, Map<String, @Nullable Object> members, String text) {
        switch (wire) {
            case "gemini" ->
                members.put(
                        "contents",
                        with(
                                members.get("contents"),
                                Json.object("role", "user", "parts", List.of(Json.object("text", text)))));
            case "responses" ->
                members.put("input", with(members.get("input"), Json.object("role", "user", "content", text)));
            default ->
                members.put("messages", with(members.get("messages"), Json.object("role", "user", "content", text)));
        }
    }

    private static List<@Nullable Object> with(@Nullable Object before, JsonObject message) {
        List<@Nullable Object> messages = new ArrayList<>();
        if (before instanceof List<?> list) {
            messages.addAll(list);
        } else if (before instanceof String text) {
            messages.add(Json.object("role", "user", "content", text));
        }
        messages.add(message);
        return messages;
    }

    static String uri(KeptRequest kept) {
        return kept.uri()
                .replace(":streamGenerateContent", ":generateContent")
                .replace("?alt=sse&", "?")
                .replace("?alt=sse", "")
                .replace("&alt=sse", "");
    }

    /** The words of an answer in one piece, whichever wire it came over; the raw text when it is none of them. */
    static String words(String body) {
        try {
            StringBuilder words = new StringBuilder();
            collect(Json.parse(body), words);
            return words.isEmpty() ? body : words.toString();
        } catch (JsonException e) {
            return body;
        }
    }

    private static void collect(@Nullable Object value, StringBuilder words) {
        if (value instanceof List<?> list) {
            list.forEach(item -> collect(item, words));
        } else if (value instanceof JsonObject object) {
            object.text("text").ifPresent(words::append);
            object.text("content").ifPresent(words::append);
            for (String inner : List.of("content", "choices", "message", "output", "candidates", "parts", "error")) {
                if (!(object.get(inner) instanceof String)) {
                    collect(object.get(inner), words);
                }
            }
            if (object.has("type") && object.text("type", "").endsWith("error")) {
                object.text("message").ifPresent(words::append);
            }
        }
    }
}
