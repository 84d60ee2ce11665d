package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.ToolLimits;
import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLayers.Layer;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What {@code tools:} of the files and of a step say about an agent's tools. Only what is written there binds a tool: a
 * step's number of attempts is not that of each of its tools.
 */
final class ToolPolicies {

    private ToolPolicies() {}

    static ToolLimits limits(Config config, Step step) {
        Map<String, PolicyLayers> policies = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        config.policies().tools().forEach((tool, layers) -> add(policies, tool, layers));
        step.tools().forEach((tool, layer) -> add(policies, tool, List.of(layer)));
        Map<String, ToolLimits.Limit> limits = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        policies.forEach((tool, layers) -> limits.put(tool, limit(layers.resolve())));
        return new ToolLimits(limits);
    }

    private static void add(Map<String, PolicyLayers> policies, String tool, List<Layer> layers) {
        PolicyLayers all = policies.getOrDefault(tool, PolicyLayers.builtIn());
        for (Layer layer : layers) {
            all = all.over(layer);
        }
        policies.put(tool, all);
    }

    private static ToolLimits.Limit limit(PolicyLayers.Effective effective) {
        boolean counted = effective.settings().stream()
                .anyMatch(setting -> setting.field().equals("maxAttempts")
                        && !setting.origin().equals("built-in"));
        return new ToolLimits.Limit(
                effective.policy().attemptTimeout(),
                counted ? OptionalInt.of(effective.policy().maxAttempts()) : OptionalInt.empty());
    }
}
