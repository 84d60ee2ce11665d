package dev.mulligan.simulator.wire;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The error type and message each provider gives for a status. */
public final class ErrorTexts {

    public record Text(String type, String message) {}

    private ErrorTexts() {}

    public static Text of(Wire wire, int status) {
        return switch (wire) {
            case ANTHROPIC -> anthropic(status);
            case CHAT, RESPONSES -> openai(status);
            case GEMINI -> gemini(status);
        };
    }

    /** Anthropic's errors name the request. */
    public static JsonObject withRequestId(Wire wire, JsonObject error) {
        if (wire != Wire.ANTHROPIC) {
            return error;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(error.members());
        members.put("request_id", "req_sim");
        return new JsonObject(members);
    }

    public static Text noCredit(Wire wire) {
        return switch (wire) {
            case ANTHROPIC ->
                new Text(
                        "invalid_request_error",
                        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.");
            case CHAT, RESPONSES ->
                new Text(
                        "insufficient_quota",
                        "You exceeded your current quota, please check your plan and billing details.");
            case GEMINI ->
                new Text(
                        "RESOURCE_EXHAUSTED",
                        "You exceeded your current quota, please check your plan and billing details.");
        };
    }

    private static Text anthropic(int status) {
        return switch (status) {
            case 400 -> new Text("invalid_request_error", "messages: at least one message is required");
            case 401 -> new Text("authentication_error", "invalid x-api-key");
            case 403 ->
                new Text("permission_error", "Your API key does not have permission to use the specified resource.");
            case 404 -> new Text("not_found_error", "model: no-such-model");
            case 413 -> new Text("request_too_large", "Request exceeds the maximum size");
            case 429 -> new Text("rate_limit_error", "This request would exceed your organization's rate limit");
            case 504 -> new Text("timeout_error", "Request timed out");
            case 529 -> new Text("overloaded_error", "Overloaded");
            default -> new Text("api_error", "Internal server error");
        };
    }

    private static Text openai(int status) {
        return switch (status) {
            case 400 -> new Text("invalid_request_error", "Invalid value for 'messages'");
            case 401 -> new Text("invalid_api_key", "Incorrect API key provided: sk-test.");
            case 403 -> new Text("unsupported_country_region_territory", "Country, region, or territory not supported");
            case 404 ->
                new Text(
                        "model_not_found", "The model `no-such-model` does not exist or you do not have access to it.");
            case 429 -> new Text("rate_limit_exceeded", "Rate limit reached for requests");
            case 503 -> new Text("server_is_overloaded", "The server is overloaded. Please try again later.");
            default ->
                new Text("server_error", "The server had an error while processing your request. Sorry about that!");
        };
    }

    private static Text gemini(int status) {
        return switch (status) {
            case 400 -> new Text("INVALID_ARGUMENT", "Request contains an invalid argument.");
            case 401 -> new Text("UNAUTHENTICATED", "API key not valid. Please pass a valid API key.");
            case 403 -> new Text("PERMISSION_DENIED", "The caller does not have permission");
            case 404 -> new Text("NOT_FOUND", "models/no-such-model is not found for API version v1beta");
            case 429 -> new Text("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).");
            case 503 -> new Text("UNAVAILABLE", "The model is overloaded. Please try again later.");
            case 504 -> new Text("DEADLINE_EXCEEDED", "Deadline expired before operation could complete.");
            default -> new Text("INTERNAL", "An internal error has occurred.");
        };
    }
}
