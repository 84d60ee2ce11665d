package dev.mulligan.gateway.wire;

import java.util.Locale;

/** The language a request is written in. */
public enum Wire {
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

    public String provider() {
        return provider;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
