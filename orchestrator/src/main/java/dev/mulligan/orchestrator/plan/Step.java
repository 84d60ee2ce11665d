package dev.mulligan.orchestrator.plan;

import dev.mulligan.policy.PolicyLayers.Layer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One item of a plan.
 *
 * @param action its type, such as {@code run_tests}: chooses the policy where none is given
 * @param needs steps that must be done before
 * @param labels of the workers that should do it, if there are such
 * @param files the only ones it may change; empty for any
 * @param policy laid over the action's
 * @param tools policies by tool
 * @param rules how it is gone about
 */
public record Step(
        String id,
        String action,
        String prompt,
        List<String> needs,
        Optional<String> agent,
        Optional<String> model,
        Optional<VerifySpec> verify,
        List<String> labels,
        List<String> files,
        Optional<Level> level,
        Optional<Layer> policy,
        Map<String, Layer> tools,
        StepRules rules) {

    public Step {
        needs = List.copyOf(needs);
        labels = List.copyOf(labels);
        files = List.copyOf(files);
        tools = Map.copyOf(tools);
    }
}
