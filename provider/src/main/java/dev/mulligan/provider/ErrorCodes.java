package dev.mulligan.provider;

import dev.mulligan.failure.FailureType;

/** What each wire calls a kind of failure. */
public final class ErrorCodes {

    private ErrorCodes() {}

    public static int status(Wire wire, FailureType type) {
        return switch (type) {
            case QUOTA_EXHAUSTED -> 429;
            case OVERLOADED -> wire == Wire.ANTHROPIC ? 529 : 503;
            case TIMEOUT -> 504;
            case MODEL_UNAVAILABLE -> 404;
            case CANCELLED -> 499;
            default ->
                switch (type.origin()) {
                    case LIMIT -> 429;
                    case ACCESS -> 401;
                    case SIZE, REQUEST -> 400;
                    case UPSTREAM, WORK, MACHINE, CALLER, UNKNOWN -> 502;
                };
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
            case QUOTA_EXHAUSTED -> "rate_limit_error";
            case OVERLOADED -> "overloaded_error";
            case TIMEOUT -> "timeout_error";
            case MODEL_UNAVAILABLE -> "not_found_error";
            case CANCELLED -> "invalid_request_error";
            default ->
                switch (type.origin()) {
                    case LIMIT -> "rate_limit_error";
                    case ACCESS -> "authentication_error";
                    case SIZE, REQUEST -> "invalid_request_error";
                    case UPSTREAM, WORK, MACHINE, CALLER, UNKNOWN -> "api_error";
                };
        };
    }

    private static String openAi(FailureType type) {
        return switch (type) {
            case QUOTA_EXHAUSTED -> "insufficient_quota";
            case OVERLOADED -> "server_is_overloaded";
            case CONTENT_FILTER -> "content_filter";
            case MODEL_UNAVAILABLE -> "model_not_found";
            case CANCELLED -> "invalid_request_error";
            default ->
                switch (type.origin()) {
                    case LIMIT -> "rate_limit_exceeded";
                    case ACCESS -> "invalid_api_key";
                    case SIZE -> "context_length_exceeded";
                    case REQUEST -> "invalid_request_error";
                    case UPSTREAM, WORK, MACHINE, CALLER, UNKNOWN -> "server_error";
                };
        };
    }

    private static String google(FailureType type) {
        return switch (type) {
            case QUOTA_EXHAUSTED -> "RESOURCE_EXHAUSTED";
            case OVERLOADED, NETWORK -> "UNAVAILABLE";
            case TIMEOUT -> "DEADLINE_EXCEEDED";
            case MODEL_UNAVAILABLE -> "NOT_FOUND";
            case CANCELLED -> "CANCELLED";
            default ->
                switch (type.origin()) {
                    case LIMIT -> "RESOURCE_EXHAUSTED";
                    case ACCESS -> "UNAUTHENTICATED";
                    case SIZE, REQUEST -> "INVALID_ARGUMENT";
                    case UPSTREAM, WORK, MACHINE, CALLER, UNKNOWN -> "INTERNAL";
                };
        };
    }
}
