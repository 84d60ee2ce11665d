package dev.mulligan.gateway.wire;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/** A whole answer to a client. */
public record ClientReply(int status, String reason, MultiMap headers, Buffer body) {

    /** What it tells the client to wait, where it does so in seconds. */
    public Optional<Duration> retryAfter() {
        String stated = headers.get("retry-after");
        return stated != null && stated.matches("[0-9]{1,9}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(stated)))
                : Optional.empty();
    }

    /** The same with another wait, rounded up to seconds. */
    public ClientReply retryAfter(Duration wait) {
        MultiMap changed = MultiMap.caseInsensitiveMultiMap().addAll(headers);
        changed.remove("retry-after-ms");
        changed.set(
                "retry-after", Long.toString(Math.max(1, wait.plusMillis(999).toSeconds())));
        return new ClientReply(status, reason, changed, body);
    }
}
