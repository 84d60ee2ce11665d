package dev.mulligan.provider;

import dev.mulligan.failure.FailureType;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;

/** An error the way each wire writes it: as a body, and as an event that ends a stream badly. */
public final class ErrorEnvelope {

    private ErrorEnvelope() {}

    /** The body of an error response. */
    public static JsonObject body(Wire wire, int status, String code, String message) {
        return switch (wire) {
            case ANTHROPIC -> Json.object("type", "error", "error", Json.object("type", code, "message", message));
            case GEMINI -> Json.object("error", Json.object("code", status, "message", message, "status", code));
            case CHAT, RESPONSES ->
                Json.object("error", Json.object("message", message, "type", code, "param", null, "code", code));
        };
    }

    public static JsonObject body(Wire wire, FailureType type, int status, String message) {
        return body(wire, status, ErrorCodes.code(wire, type), message);
    }

    /** The text of the event. */
    public static String event(Wire wire, int status, String code, String message) {
        return switch (wire) {
            case ANTHROPIC -> SseText.typed(body(wire, status, code, message));
            case RESPONSES ->
                SseText.typed(Json.object(
                        "type",
                        "response.failed",
                        "sequence_number",
                        0,
                        "response",
                        Json.object(
                                "id",
                                "resp_failed",
                                "object",
                                "response",
                                "status",
                                "failed",
                                "output",
                                java.util.List.of(),
                                "error",
                                Json.object("code", code, "message", message))));
            case CHAT, GEMINI -> SseText.data(body(wire, status, code, message));
        };
    }

    public static String event(Wire wire, FailureType type, String message) {
        return event(wire, ErrorCodes.status(wire, type), ErrorCodes.code(wire, type), message);
    }
}
