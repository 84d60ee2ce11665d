package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.LoopSettings;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a run goes by once every default and layer is in its place, for whoever reads the run's folder later. */
public final class EffectiveConfig {

    private static final Logger log = LoggerFactory.getLogger(EffectiveConfig.class);

    private EffectiveConfig() {}

    /** Never a reason for a run to fail. */
    public static void write(RunScope run) {
        try {
            run.folder().effectiveConfig(of(run));
        } catch (IOException | RuntimeException e) {
            log.warn("effective-config.json of {} cannot be written: {}", run.runId(), e.getMessage());
        }
    }

    static JsonObject of(RunScope run) {
        Plan plan = run.plan();
        LoopSettings loop = plan.loop();
        return Json.object(
                "runId", run.runId(),
                "name", plan.name(),
                "project", plan.project(),
                "workspace", plan.place(),
                "isolation", plan.isolation().map(one -> one.wireName()).orElse("default"),
                "level", plan.level().wireName(),
                "maxIterations", loop.maxIterations(),
                "maxRuns", loop.maxRuns(),
                "escalation",
                        Json.object(
                                "enabled", loop.escalation().enabled(),
                                "toL3AfterNonImprovingIterations",
                                        loop.escalation().toL3AfterNonImprovingIterations(),
                                "toL3AfterPatchApplyFailures", loop.escalation().toL3AfterPatchApplyFailures(),
                                "maxEscalations", loop.escalation().maxEscalations()),
                "l3",
                        Json.object(
                                "bestOfN", loop.candidates().bestOfN(),
                                "enableReviewer", loop.candidates().enableReviewer(),
                                "enableJudge", loop.candidates().enableJudge(),
                                "triggerOnRepeatedFailures",
                                        loop.candidates().diagnosis().triggerOnRepeatedFailures(),
                                "maxToTBranches", loop.candidates().diagnosis().maxToTBranches()),
                "agents",
                        plan.agents().values().stream()
                                .map(EffectiveConfig::agent)
                                .toList(),
                "configFiles", run.setup().config().files(),
                "steps", plan.steps().stream().map(step -> step(run, step)).toList());
    }

    private static JsonObject agent(AgentSpec agent) {
        return Json.object("name", agent.name(), "kind", agent.kind(), "model", agent.model(), "env", agent.env());
    }

    private static JsonObject step(RunScope run, Step step) {
        StepScope scope = run.step(step.id());
        RetryPolicy policy = scope.policy();
        return Json.object(
                "id", step.id(),
                "action", step.action(),
                "agent", scope.agentSpec().name(),
                "model", scope.firstModel(),
                "level", step.level().orElse(run.plan().level()).wireName(),
                "verify", scope.verify().map(verify -> verify.commands()).orElse(List.of()),
                "policy",
                        Json.object(
                                "name", policy.name(),
                                "maxAttempts", policy.maxAttempts(),
                                "attemptTimeoutMs", policy.attemptTimeout().map(limit -> limit.toMillis()),
                                "deadlineMs", policy.deadline().map(limit -> limit.toMillis()),
                                "maxServerWaitMs", policy.maxServerWait().toMillis(),
                                "escalateAfter", policy.escalateAfter()));
    }
}
