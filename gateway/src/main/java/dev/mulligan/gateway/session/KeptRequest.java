package dev.mulligan.gateway.session;

import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.access.TokenHash;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** Whether its client showed this key to the provider. */
    public boolean isPaidWith(String key) {
        return !key.isBlank()
                && (Stream.of("authorization", "x-api-key", "x-goog-api-key")
                                .flatMap(name -> headers.getAll(name).stream())
                                .anyMatch(own -> TokenHash.same(own, key) || TokenHash.same(own, "Bearer " + key))
                        || Stream.of(uri.split("[?&]", -1)).anyMatch(part -> TokenHash.same(part, "key=" + key)));
    }

    @Override
    public String toString() {
        return "KeptRequest[" + requestId + "]";
    }
}
