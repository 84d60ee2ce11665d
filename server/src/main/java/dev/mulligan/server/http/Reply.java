package dev.mulligan.server.http;

import dev.mulligan.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an endpoint answers. */
@SuppressWarnings("ArrayRecordComponent")
public record Reply(int status, Map<String, String> headers, byte[] body) {

    public Reply {
        headers = Map.copyOf(headers);
    }

    public Reply(int status, String contentType, String body) {
        this(status, Map.of("content-type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply json(@Nullable Object value) {
        return json(200, value);
    }

    public static Reply json(int status, @Nullable Object value) {
        return new Reply(status, "application/json", Json.write(value)).with("cache-control", "no-store");
    }

    public static Reply empty() {
        return new Reply(204, Map.of(), new byte[0]);
    }

    public Reply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, body);
    }
}
