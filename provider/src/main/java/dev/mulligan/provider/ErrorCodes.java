package dev.mulligan.provider;

import dev.mulligan.failure.FailureType;

/** What each wire calls a kind of failure. */
public final class ErrorCodes {

    private ErrorCodes() {}

    public static int status(Wire wire, FailureType type) {
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

    /** The {@code type}, {@code code} or {@code status} in the wire's error envelope. */
    public static String code(Wire wire, FailureType type) {
        return switch (wire) {
            case ANTHROPIC -> anthropic(type);
            case CHAT, RESPONSES -> openAi(type);
            case GEMINI -> google(type);
        };
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
