package dev.mulligan.simulator.script;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.Locale;
import java.util.Optional;

/** How providers that speak another one's wire write their errors. */
public enum Dialect {
    /** The wire's own envelope. */
    PLAIN,
    OPENROUTER,
    DEEPSEEK,
    AZURE,
    ZAI,
    VLLM,
    OLLAMA;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Dialect> of(String word) {
        for (Dialect dialect : values()) {
            if (dialect.word().equals(word)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }

    /** {@code plain}: the same error in the wire's own envelope. */
    public JsonObject error(int status, String type, String message, JsonObject plain) {
        return switch (this) {
            case PLAIN -> plain;
            case OPENROUTER ->
                Json.object(
                        "error",
                        Json.object(
                                "message",
                                "Provider returned error",
                                "code",
                                status,
                                "metadata",
                                Json.object(
                                        "raw", status == 400 ? "ERROR" : Json.write(plain), "provider_name", "Sim")),
                        "user_id",
                        "user_sim");
            case DEEPSEEK ->
                Json.object(
                        "error",
                        Json.object(
                                "message",
                                status == 402 ? "Insufficient Balance" : message,
                                "type",
                                "unknown_error",
                                "param",
                                null,
                                "code",
                                "invalid_request_error"));
            case AZURE ->
                Json.object("error", Json.object("code", String.valueOf(status), "message", azure(status, message)));
            case ZAI -> Json.object("error", Json.object("code", zai(status), "message", message));
            case VLLM ->
                Json.object("object", "error", "message", message, "type", type, "param", null, "code", status);
            case OLLAMA -> Json.object("error", message);
        };
    }

    private static String azure(int status, String message) {
        return status == 429
                ? "Requests to the ChatCompletions_Create Operation have exceeded call rate limit of your current tier."
                        + " Please retry after 8 seconds."
                : message;
    }

    private static String zai(int status) {
        return switch (status) {
            case 401 -> "1000";
            case 402 -> "1113";
            case 429 -> "1302";
            default -> "500";
        };
    }
}
