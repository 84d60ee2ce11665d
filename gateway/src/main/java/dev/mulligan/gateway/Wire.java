package dev.mulligan.gateway;

import java.util.Locale;

/** The language a request is written in. */
enum Wire {
    ANTHROPIC("anthropic"),
    CHAT("openai"),
    RESPONSES("openai"),
    GEMINI("gemini"),
    /** Passed through, not understood. */
    OTHER("");

    private final String provider;

    Wire(String provider) {
        this.provider = provider;
    }

    String provider() {
        return provider;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
