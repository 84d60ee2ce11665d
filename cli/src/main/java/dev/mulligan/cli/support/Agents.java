package dev.mulligan.cli.support;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.client.AgentProgram;
import dev.mulligan.agent.client.CommandAgent;
import java.util.List;
import java.util.Map;

/** Agents by the names people give on the command line. */
public final class Agents {

    private Agents() {}

    /** @param alsoAllowed names of variables it gets beyond those of its kind */
    public static Agent named(String name, Map<String, String> environment, List<String> alsoAllowed) {
        // A command goes through the shell, so that it can be written as one would type it.
        return AgentProgram.named(name)
                .map(known -> known.agent(name, environment, alsoAllowed))
                .orElseGet(() -> new CommandAgent(name, List.of("sh", "-c", name), environment, alsoAllowed));
    }
}
