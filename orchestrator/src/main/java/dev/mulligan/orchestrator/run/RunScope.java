package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.Agent;
import dev.mulligan.config.Config;
import dev.mulligan.config.CopyPatterns;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.workspace.copy.CopyRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A run as read back from its row: any worker can do that. */
public record RunScope(String runId, RunOrder order, Plan plan, EngineSetup setup, AdaptFiles adaptFiles) {

    private static final List<String> BACKOFF_FIELDS = List.of("backoff", "base");

    static RunScope of(FlowRow row, EngineSetup setup, AdaptFiles adaptFiles) {
        RunOrder order = RunOrder.of(row.plan(), row.options());
        return new RunScope(
                row.runId(),
                order,
                PlanReader.parse(order.planName(), order.planText(), order.base()),
                setup,
                adaptFiles);
    }

    public StepScope step(String id) {
        Step step = plan.step(id)
                .orElseThrow(() -> new IllegalStateException("the plan of " + runId + " has no step " + id));
        Config config = setup.config();
        AdaptConfig adapt = adaptFiles.config(plan.workspace());
        PolicyLayers.Effective effective = layers(step, config).resolve();
        RetryPolicy policy = isNever(step, adapt) ? RetryPolicy.never() : effective.policy();
        return new StepScope(
                runId,
                order,
                plan,
                step,
                written(effective, "retryText") ? policy : policy.retryText(List.of()),
                policy.backoff(agentBackoff(effective, policy)),
                ladder(config),
                name -> agent(name, id),
                folder(),
                adapt,
                ToolPolicies.limits(config, step));
    }

    private static PolicyLayers layers(Step step, Config config) {
        PolicyLayers layers =
                config.policy(Optional.empty(), Optional.of(step.action()), Optional.of(step.id()), Optional.empty());
        return step.policy().map(layers::over).orElse(layers);
    }

    /**
     * Works out the policy of each step, as the run will. Values that are fine alone may contradict each other.
     *
     * @throws dev.mulligan.policy.InvalidPolicyException if one cannot be meant
     */
    public static void checkPolicies(Plan plan, Config config) {
        for (Step step : plan.steps()) {
            layers(step, config).resolve();
            ToolPolicies.limits(config, step);
        }
    }

    /**
     * A built-in operation template waits for nothing, because a fix changes what is tried next. A provider that is
     * overloaded needs time all the same, so its waits are those of provider calls unless somebody wrote others.
     */
    private static Backoff agentBackoff(PolicyLayers.Effective effective, RetryPolicy policy) {
        boolean fromTemplate = BACKOFF_FIELDS.stream().noneMatch(field -> written(effective, field));
        return fromTemplate && policy.backoff().equals(Backoff.NONE)
                ? PolicyTemplates.get("provider-api").backoff()
                : policy.backoff();
    }

    /**
     * Whether somebody wrote this field, beyond naming a template. The texts of built-in templates are about what agents
     * say: a check that failed is repaired and not repeated, unless somebody wrote the text.
     */
    private static boolean written(PolicyLayers.Effective effective, String field) {
        return effective.settings().stream()
                .filter(setting -> setting.field().equals(field))
                .noneMatch(setting -> setting.origin().startsWith("template "));
    }

    /** Security is never retried, whatever a project's template says; only the step's own policy can change that. */
    private static boolean isNever(Step step, AdaptConfig adapt) {
        boolean security = step.policy().isEmpty()
                && step.action().toLowerCase(Locale.ROOT).contains("security");
        return security || adapt.never().contains(step.action());
    }

    public CopyRules copyRules() {
        return copyRules(plan, setup.config());
    }

    /** Which ignored files the working copies of a plan have. */
    public static CopyRules copyRules(Plan plan, Config config) {
        CopyPatterns said = config.copies();
        return plan.copyRules().and(new CopyRules(said.copy(), said.link(), said.leave()));
    }

    public RunFolder folder() {
        return order.folder(
                runId, setup.home().orElse(Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "mulligan-worker")));
    }

    private Agent agent(String name, String stepId) {
        AgentSpec spec = plan.agents().get(name);
        if (spec == null) {
            throw new IllegalStateException("the plan has no agent " + name);
        }
        return setup.programs()
                .agents()
                .apply(fromBase(spec), LeftoverProcesses.marked(setup.programs().environment(), runId, stepId));
    }

    /** A program given by a relative path is the plan's, wherever the agent works; or the repository's own. */
    private AgentSpec fromBase(AgentSpec spec) {
        if (spec.command().isEmpty()
                || !spec.command().getFirst().startsWith("./")
                || plan.origin().isPresent()) {
            return spec;
        }
        List<String> command = new ArrayList<>(spec.command());
        command.set(0, order.base().resolve(command.getFirst()).normalize().toString());
        return new AgentSpec(
                spec.name(),
                spec.kind(),
                command,
                spec.model(),
                spec.permissions(),
                spec.provider(),
                spec.url(),
                spec.env());
    }

    /** Only a ladder that somebody wrote down is climbed: money is not spent on a guess. */
    private static Optional<Ladder> ladder(Config config) {
        Models models = config.allModels();
        List<Model> rungs =
                config.ladder().stream().flatMap(id -> models.find(id).stream()).toList();
        return rungs.isEmpty() ? Optional.empty() : Optional.of(Ladder.of(rungs));
    }
}
