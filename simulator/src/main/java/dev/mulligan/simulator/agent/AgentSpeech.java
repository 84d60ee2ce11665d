package dev.mulligan.simulator.agent;

import java.io.PrintStream;

/** Whose way of reporting the simulated agent has. */
public enum AgentSpeech {
    /** Plain text: the reply. */
    COMMAND,
    /** Claude Code's {@code stream-json}. */
    CLAUDE,
    /** Codex's {@code exec --json}. */
    CODEX,
    /** Gemini CLI's {@code stream-json}. */
    GEMINI;

    AgentLines lines(PrintStream out, String session) {
        return switch (this) {
            case COMMAND -> new PlainLines(out);
            case CLAUDE -> new ClaudeLines(out, session);
            case CODEX -> new CodexLines(out, session);
            case GEMINI -> new GeminiLines(out, session);
        };
    }
}
