package dev.mulligan.mcp;

import dev.mulligan.failure.Failure;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A classified failure as programs read it, from the command line and as a tool. */
public final class VerdictJson {

    private VerdictJson() {}

    /** The members that all readers know; the caller adds its own. */
    public static Map<String, @Nullable Object> of(Failure failure) {
        JsonObject json = Json.object(
                "failure",
                true,
                "type",
                failure.type().wireName(),
                "errorType",
                failure.errorType().wireName(),
                "retryable",
                failure.retryable(),
                "retryAfterMs",
                failure.retryAfter().map(Duration::toMillis),
                "bestAction",
                failure.bestAction().wireName());
        return new LinkedHashMap<>(json.members());
    }
}
