package dev.mulligan.server;

import dev.mulligan.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an endpoint answers. */
@SuppressWarnings("ArrayRecordComponent")
record Reply(int status, Map<String, String> headers, byte[] body) {

    Reply {
        headers = Map.copyOf(headers);
    }

    Reply(int status, String contentType, String body) {
        this(status, Map.of("content-type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    static Reply json(@Nullable Object value) {
        return json(200, value);
    }

    static Reply json(int status, @Nullable Object value) {
        return new Reply(status, "application/json", Json.write(value)).with("cache-control", "no-store");
    }

    static Reply empty() {
        return new Reply(204, Map.of(), new byte[0]);
    }

    Reply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, body);
    }
}
