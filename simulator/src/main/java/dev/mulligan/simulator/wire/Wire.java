package dev.mulligan.simulator.wire;

import java.util.Optional;

/** Which provider's language a request is in, by its path. */
public enum Wire {
    ANTHROPIC,
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    GEMINI;

    public static Optional<Wire> of(String path) {
        String bare = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        if (bare.endsWith("/v1/messages")) {
            return Optional.of(ANTHROPIC);
        }
        if (bare.endsWith("/chat/completions")) {
            return Optional.of(OPENAI_CHAT);
        }
        if (bare.endsWith("/responses")) {
            return Optional.of(OPENAI_RESPONSES);
        }
        return bare.endsWith(":generateContent") || bare.endsWith(":streamGenerateContent")
                ? Optional.of(GEMINI)
                : Optional.empty();
    }
}
