package dev.mulligan.orchestrator.plan;

import dev.mulligan.agent.Permissions;
import dev.mulligan.agent.client.AgentProgram;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which agent, and how.
 *
 * @param kind {@code claude}, {@code codex}, {@code gemini}, {@code command} or {@code api}
 * @param provider for {@code api}: {@code anthropic} or {@code openai}
 * @param url for {@code api}: where it is; empty for the provider's usual variable or public address
 * @param env names of variables it gets beyond those of its kind
 * @param command the program for {@code command}, or another path to the client
 */
public record AgentSpec(
        String name,
        String kind,
        List<String> command,
        Optional<String> model,
        Permissions permissions,
        String provider,
        Optional<String> url,
        List<String> env) {

    /** Those with a client of their own, and the two that plans describe. */
    public static final List<String> KINDS = Stream.concat(AgentProgram.names().stream(), Stream.of("command", "api"))
            .toList();

    public AgentSpec {
        command = List.copyOf(command);
        env = List.copyOf(env);
    }
}
