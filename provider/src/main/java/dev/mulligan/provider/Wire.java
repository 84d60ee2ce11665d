package dev.mulligan.provider;

import java.util.Locale;
import java.util.Optional;

/** The languages models are called in. */
public enum Wire {
    /** Anthropic's Messages API. */
    ANTHROPIC("anthropic", "/v1/messages"),
    /** OpenAI's Chat Completions API. */
    CHAT("openai", "/v1/chat/completions"),
    /** OpenAI's Responses API. */
    RESPONSES("openai", "/v1/responses"),
    /** Google's generateContent API, which has the model in its path. */
    GEMINI("gemini", "/v1beta/models/");

    private final String provider;
    private final String path;

    Wire(String provider, String path) {
        this.provider = provider;
        this.path = path;
    }

    /** Whose wire it is: {@code anthropic}, {@code openai} or {@code gemini}. */
    public String provider() {
        return provider;
    }

    /** Where requests to a model go; for Gemini, how that begins. */
    public String path() {
        return path;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The wire of a request to a model, by its path without the query. */
    public static Optional<Wire> ofPath(String path) {
        return switch (path) {
            case "/v1/messages" -> Optional.of(ANTHROPIC);
            case "/v1/chat/completions" -> Optional.of(CHAT);
            case "/v1/responses" -> Optional.of(RESPONSES);
            default -> GeminiPath.isModelCall(path) ? Optional.of(GEMINI) : Optional.empty();
        };
    }

    /** The same below any base address, such as {@code /api/paas/v4/chat/completions}. */
    public static Optional<Wire> ofPathBelow(String path) {
        if (path.endsWith("/v1/messages")) {
            return Optional.of(ANTHROPIC);
        }
        if (path.endsWith("/chat/completions")) {
            return Optional.of(CHAT);
        }
        if (path.endsWith("/responses")) {
            return Optional.of(RESPONSES);
        }
        return GeminiPath.isModelCall(path) ? Optional.of(GEMINI) : Optional.empty();
    }

    /** The wire whose error envelope clients of this provider understand. */
    public static Wire ofProvider(String provider) {
        return switch (provider) {
            case "anthropic" -> ANTHROPIC;
            case "gemini" -> GEMINI;
            default -> CHAT;
        };
    }
}
