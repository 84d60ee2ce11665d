package dev.mulligan.gateway.wire;

import dev.mulligan.failure.FailureType;
import dev.mulligan.text.Json;
import io.vertx.core.buffer.Buffer;

/** Our own words in each provider's envelope, for when there are none of the provider to pass on. */
public final class WireErrors {

    private WireErrors() {}

    public static int status(FailureType type, Wire wire) {
        return switch (type) {
            case RATE_LIMIT, QUOTA_EXHAUSTED -> 429;
            case OVERLOADED -> wire == Wire.ANTHROPIC ? 529 : 503;
            case TIMEOUT -> 504;
            case SERVER_ERROR, NETWORK, UNKNOWN, TOOL_FAILURE, RESOURCE, CANCELLED -> 502;
            case CONTEXT_LIMIT, CONTENT_FILTER, INVALID_REQUEST -> 400;
            case AUTH_ERROR -> 401;
            case MODEL_UNAVAILABLE -> 404;
        };
    }

    public static Buffer body(Wire wire, FailureType type, int status, String message) {
        return Buffer.buffer(json(wire, type, status, message));
    }

    /** The event that ends a stream badly, the way the wire says it. */
    public static Buffer event(Wire wire, FailureType type, String message) {
        String json = json(wire, type, status(type, wire), message);
        String text = switch (wire) {
            case ANTHROPIC -> "event: error\ndata: " + json + "\n\n";
            case RESPONSES ->
                "event: response.failed\ndata: "
                        + Json.write(Json.object(
                                "type",
                                "response.failed",
                                "sequence_number",
                                0,
                                "response",
                                Json.object(
                                        "id",
                                        "resp_mulligan",
                                        "object",
                                        "response",
                                        "status",
                                        "failed",
                                        "error",
                                        Json.object("code", openAi(type), "message", message))))
                        + "\n\n";
            case CHAT, GEMINI, OTHER -> "data: " + json + "\n\n";
        };
        return Buffer.buffer(text);
    }

    /** What keeps the client of a stream waiting; Gemini's accept nothing but content. */
    public static Buffer ping(Wire wire, String model) {
        return Buffer.buffer(
                switch (wire) {
                    case ANTHROPIC -> "event: ping\ndata: {\"type\":\"ping\"}\n\n";
                    case RESPONSES ->
                        "event: response.in_progress\ndata: "
                                + Json.write(Json.object(
                                        "type",
                                        "response.in_progress",
                                        "sequence_number",
                                        0,
                                        "response",
                                        Json.object(
                                                "id",
                                                "resp_mulligan",
                                                "object",
                                                "response",
                                                "status",
                                                "in_progress",
                                                "model",
                                                model,
                                                "output",
                                                java.util.List.of())))
                                + "\n\n";
                    case CHAT -> ": waiting for the provider\n\n";
                    case GEMINI, OTHER -> "";
                });
    }

    private static String json(Wire wire, FailureType type, int status, String message) {
        return Json.write(
                switch (wire) {
                    case ANTHROPIC ->
                        Json.object("type", "error", "error", Json.object("type", anthropic(type), "message", message));
                    case GEMINI ->
                        Json.object("error", Json.object("code", status, "message", message, "status", google(type)));
                    case CHAT, RESPONSES, OTHER ->
                        Json.object(
                                "error",
                                Json.object(
                                        "message", message, "type", openAi(type), "param", null, "code", openAi(type)));
                });
    }

    private static String anthropic(FailureType type) {
        return switch (type) {
            case RATE_LIMIT, QUOTA_EXHAUSTED -> "rate_limit_error";
            case OVERLOADED -> "overloaded_error";
            case TIMEOUT -> "timeout_error";
            case CONTEXT_LIMIT, CONTENT_FILTER, INVALID_REQUEST -> "invalid_request_error";
            case AUTH_ERROR -> "authentication_error";
            case MODEL_UNAVAILABLE -> "not_found_error";
            case SERVER_ERROR, NETWORK, UNKNOWN, TOOL_FAILURE, RESOURCE, CANCELLED -> "api_error";
        };
    }

    private static String openAi(FailureType type) {
        return switch (type) {
            case RATE_LIMIT -> "rate_limit_exceeded";
            case QUOTA_EXHAUSTED -> "insufficient_quota";
            case OVERLOADED -> "server_is_overloaded";
            case CONTEXT_LIMIT -> "context_length_exceeded";
            case CONTENT_FILTER -> "content_filter";
            case INVALID_REQUEST -> "invalid_request_error";
            case AUTH_ERROR -> "invalid_api_key";
            case MODEL_UNAVAILABLE -> "model_not_found";
            case TIMEOUT, SERVER_ERROR, NETWORK, UNKNOWN, TOOL_FAILURE, RESOURCE, CANCELLED -> "server_error";
        };
    }

    private static String google(FailureType type) {
        return switch (type) {
            case RATE_LIMIT, QUOTA_EXHAUSTED -> "RESOURCE_EXHAUSTED";
            case OVERLOADED, NETWORK -> "UNAVAILABLE";
            case TIMEOUT -> "DEADLINE_EXCEEDED";
            case CONTEXT_LIMIT, CONTENT_FILTER, INVALID_REQUEST -> "INVALID_ARGUMENT";
            case AUTH_ERROR -> "UNAUTHENTICATED";
            case MODEL_UNAVAILABLE -> "NOT_FOUND";
            case SERVER_ERROR, UNKNOWN, TOOL_FAILURE, RESOURCE, CANCELLED -> "INTERNAL";
        };
    }
}
