package dev.mulligan.gateway.wire;

import io.vertx.core.MultiMap;
import java.util.Locale;

/** The clients whose behaviour was measured; see docs/gateway.md. */
public enum ClientKind {
    CLAUDE_CODE,
    CODEX,
    GEMINI_CLI,
    OPENCODE,
    OTHER;

    public static ClientKind of(MultiMap headers) {
        String agent = lower(headers.get("user-agent"));
        if (headers.contains("x-claude-code-session-id") || agent.startsWith("claude-cli/")) {
            return CLAUDE_CODE;
        }
        if (lower(headers.get("originator")).startsWith("codex") || agent.startsWith("codex")) {
            return CODEX;
        }
        if (agent.startsWith("geminicli") || agent.contains("gemini-cli")) {
            return GEMINI_CLI;
        }
        return agent.contains("opencode") || headers.contains("x-session-affinity") ? OPENCODE : OTHER;
    }

    /**
     * Whether it tries again when its connection breaks in the middle of an answer, but not when it reads the wire's error
     * event there: Codex gives up on some of them, Gemini CLI takes what came before for the whole, opencode ends its run.
     */
    public boolean retriesOnlyAfterBreak() {
        return this == CODEX || this == GEMINI_CLI || this == OPENCODE;
    }

    private static String lower(@org.jspecify.annotations.Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
