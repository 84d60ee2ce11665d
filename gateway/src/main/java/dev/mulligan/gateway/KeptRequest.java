package dev.mulligan.gateway;

import dev.mulligan.failure.Failure;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;

/**
 * A session's last request, kept in memory so that a person can send it again. It carries the client's key: it is never
 * written anywhere, and its text says nothing.
 *
 * @param wire its format: {@code anthropic}, {@code chat}, {@code responses} or {@code gemini}
 * @param failedOutput what the provider said last, when it was an error
 */
public record KeptRequest(
        String requestId,
        Instant at,
        String project,
        String wire,
        String uri,
        String model,
        MultiMap headers,
        Buffer body,
        Optional<Failure> failure,
        String failedOutput) {

    @Override
    public String toString() {
        return "KeptRequest[" + requestId + "]";
    }
}
