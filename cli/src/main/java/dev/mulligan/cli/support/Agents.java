package dev.mulligan.cli.support;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.client.ClaudeAgent;
import dev.mulligan.agent.client.CodexAgent;
import dev.mulligan.agent.client.CommandAgent;
import dev.mulligan.agent.client.GeminiAgent;
import java.util.List;
import java.util.Map;

/** Agents by the names people give on the command line. */
public final class Agents {

    private Agents() {}

    /** @param alsoAllowed names of variables it gets beyond those of its kind */
    public static Agent named(String name, Map<String, String> environment, List<String> alsoAllowed) {
        return switch (name) {
            case "claude" -> new ClaudeAgent("claude", environment, alsoAllowed);
            case "codex" -> new CodexAgent("codex", environment, alsoAllowed);
            case "gemini" -> new GeminiAgent("gemini", environment, alsoAllowed);
            // Through the shell, so that it can be written as one would type it.
            default -> new CommandAgent(name, List.of("sh", "-c", name), environment, alsoAllowed);
        };
    }
}
