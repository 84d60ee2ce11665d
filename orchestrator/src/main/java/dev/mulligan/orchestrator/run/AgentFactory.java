package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.ApiAgent;
import dev.mulligan.agent.client.AgentProgram;
import dev.mulligan.agent.client.CommandAgent;
import dev.mulligan.orchestrator.plan.AgentSpec;
import java.util.Map;

/** From an agent's description to the agent. */
final class AgentFactory {

    private AgentFactory() {}

    static Agent agent(AgentSpec spec, Map<String, String> environment) {
        String program = spec.command().isEmpty() ? spec.kind() : spec.command().getFirst();
        return switch (spec.kind()) {
            case "command" -> new CommandAgent(spec.name(), spec.command(), environment, spec.env());
            case "api" ->
                new ApiAgent(
                        spec.name(), spec.provider(), spec.url(), spec.model().orElse(""), environment);
            default ->
                AgentProgram.named(spec.kind())
                        .orElseThrow(() -> new IllegalArgumentException(
                                "agent " + spec.name() + " has the unknown kind " + spec.kind()))
                        .agent(program, environment, spec.env());
        };
    }
}
