package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.RunPosition;
import dev.mulligan.agent.ToolLimits;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.orchestrator.plan.Strategies;
import dev.mulligan.orchestrator.plan.VerifySpec;
import dev.mulligan.orchestrator.step.StepMachine;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.store.trace.RunFolder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything about a step that does not change while it runs.
 *
 * @param tools what its agents may do with their tools
 * @param agentPolicy the policy for calls of agents: as {@code policy}, with waits that suit a provider
 */
public record StepScope(
        String runId,
        RunOrder order,
        Plan plan,
        Step step,
        RetryPolicy policy,
        RetryPolicy agentPolicy,
        Optional<Ladder> ladder,
        Function<String, Agent> agents,
        RunFolder folder,
        AdaptConfig adapt,
        ToolLimits tools) {

    private static final List<String> NEVER = List.of("never", "security");
    private static final List<String> NEED_NO_CHANGE = List.of("run_tests", "install_deps", "check", "review");

    public StepMachine machine() {
        return new StepMachine(plan.loop(), step.rules().verifyFirst());
    }

    public AgentSpec agentSpec() {
        AgentSpec spec = plan.agents().get(step.agent().orElse(plan.agent()));
        if (spec == null) {
            throw new IllegalStateException("step " + step.id() + " names an agent the plan does not have");
        }
        return spec;
    }

    public Optional<String> firstModel() {
        return step.model().or(() -> agentSpec().model());
    }

    public Optional<VerifySpec> verify() {
        return step.verify().or(plan::verify);
    }

    /** What an agent may know about where it stands; an API agent's requests are one session by it. */
    public Map<String, String> environment(int attempt) {
        return Map.of(
                "MULLIGAN_SESSION",
                runId + "-" + step.id(),
                "MULLIGAN_PROJECT",
                plan.project(),
                RunPosition.VARIABLE,
                new RunPosition(runId, step.id(), attempt).text());
    }

    public boolean changeExpected() {
        return !NEED_NO_CHANGE.contains(step.action());
    }

    /** Whether a failure of this step is final. */
    public boolean neverRetried() {
        return adapt.never().contains(step.action()) || (policy.maxAttempts() == 1 && NEVER.contains(policy.name()));
    }

    /** Who decides how it goes on when it failed. */
    public Strategies.Mode strategies() {
        Strategies.Mode mode =
                order.beforehand().strategies().orElse(plan.strategies().mode());
        return mode == Strategies.Mode.ASK && !order.attended() ? Strategies.Mode.DEFAULT : mode;
    }

    /** A helper with a name of its own in the plan, or the step's agent. */
    public Agent helper(String name) {
        return agents.apply(plan.agents().containsKey(name) ? name : agentSpec().name());
    }
}
