package dev.mulligan.gateway.upstream;

import dev.mulligan.gateway.access.SafeText;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an upstream answered, as received.
 *
 * @param body all of it, or as much as there was
 * @param errorEvent the data of the event that reported a failure inside a stream
 */
public record UpstreamResponse(
        int status, String reason, MultiMap headers, Buffer body, boolean streamed, Optional<Buffer> errorEvent) {

    private static final int EXCERPT = 4000;

    public static UpstreamResponse of(int status, String reason, MultiMap headers, Buffer body) {
        return new UpstreamResponse(status, reason, headers, body, false, Optional.empty());
    }

    /** The same, known to report a failure with these words although its status is good. */
    UpstreamResponse reporting(Buffer words) {
        return new UpstreamResponse(status, reason, headers, body, streamed, Optional.of(words));
    }

    static boolean isEventStream(HttpClientResponse answer) {
        String type = answer.getHeader("content-type");
        return type != null && type.regionMatches(true, 0, "text/event-stream", 0, 17);
    }

    /** The beginning of what it says, for people. */
    public String excerpt() {
        Buffer words = errorEvent.orElse(body);
        return SafeText.message(words.getString(0, Math.min(words.length(), EXCERPT)));
    }

    public static Map<String, String> plain(MultiMap headers) {
        Map<String, String> plain = new HashMap<>();
        headers.forEach(header -> plain.putIfAbsent(header.getKey(), header.getValue()));
        return plain;
    }
}
