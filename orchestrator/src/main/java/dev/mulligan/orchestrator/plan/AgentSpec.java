package dev.mulligan.orchestrator.plan;

import dev.mulligan.agent.Permissions;
import java.util.List;
import java.util.Optional;

/**
 * Which agent, and how.
 *
 * @param kind {@code claude}, {@code codex}, {@code gemini} or {@code command}
 * @param command the program for {@code command}, or another path to the client
 */
public record AgentSpec(
        String name, String kind, List<String> command, Optional<String> model, Permissions permissions) {

    public static final List<String> KINDS = List.of("claude", "codex", "gemini", "command");

    public AgentSpec {
        command = List.copyOf(command);
    }
}
