package dev.mulligan.orchestrator.plan;

import dev.mulligan.guard.Budget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan, with every default filled in: what is not written is not switched off.
 *
 * @param workspace where the agents work
 * @param agents by name; a step names one of them
 * @param agent for steps that name none
 * @param verify for steps that have none of their own
 */
public record Plan(
        String name,
        String project,
        Path workspace,
        Map<String, AgentSpec> agents,
        String agent,
        Optional<VerifySpec> verify,
        Budget.Limits budget,
        Questions questions,
        Strategies strategies,
        Level level,
        LoopSettings loop,
        List<Step> steps) {

    public Plan {
        agents = Map.copyOf(agents);
        steps = List.copyOf(steps);
    }

    public Optional<Step> step(String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }
}
