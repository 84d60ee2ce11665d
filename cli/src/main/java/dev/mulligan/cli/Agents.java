package dev.mulligan.cli;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.ClaudeAgent;
import dev.mulligan.agent.CodexAgent;
import dev.mulligan.agent.CommandAgent;
import dev.mulligan.agent.GeminiAgent;
import java.util.List;
import java.util.Map;

/** Agents by the names people give on the command line. */
final class Agents {

    private Agents() {}

    static Agent named(String name, Map<String, String> environment) {
        return switch (name) {
            case "claude" -> new ClaudeAgent("claude", environment);
            case "codex" -> new CodexAgent("codex", environment);
            case "gemini" -> new GeminiAgent("gemini", environment);
            // Through the shell, so that it can be written as one would type it.
            default -> new CommandAgent(name, List.of("sh", "-c", name), environment, List.of());
        };
    }
}
