package dev.mulligan.orchestrator.plan;

import dev.mulligan.guard.Budget;
import dev.mulligan.workspace.copy.CopyRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan, with every default filled in: what is not written is not switched off.
 *
 * @param workspace where the agents work; with an origin, only where the plan stands
 * @param origin the repository the agents work on copies of, instead of a folder
 * @param isolation where the agents work; empty for copies of a repository and in place in a plain folder
 * @param copyRules what of the ignored files is in a copy
 * @param agents by name; a step names one of them
 * @param agent for steps that name none
 * @param verify for steps that have none of their own
 * @param env names of variables that verifiers get beyond the usual ones
 */
public record Plan(
        String name,
        String project,
        Path workspace,
        Optional<Origin> origin,
        Optional<Isolation> isolation,
        CopyRules copyRules,
        Map<String, AgentSpec> agents,
        String agent,
        Optional<VerifySpec> verify,
        List<String> env,
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

    /** Under which what happens to these files is remembered: the same on every machine for a repository. */
    public String place() {
        return origin.map(Origin::git).orElseGet(workspace::toString);
    }
}
