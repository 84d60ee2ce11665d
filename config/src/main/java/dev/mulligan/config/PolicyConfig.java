package dev.mulligan.config;

import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.policy.PolicyTemplates;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What files and variables say about policies.
 *
 * @param defaults layers for every policy, in the order they are laid
 * @param stages layers by stage or step type; likewise for steps and tools
 * @param environment layers over all files, from variables
 */
public record PolicyConfig(
        List<Layer> defaults,
        Map<String, List<Layer>> stages,
        Map<String, List<Layer>> steps,
        Map<String, List<Layer>> tools,
        List<Layer> environment) {

    static final PolicyConfig NONE = new PolicyConfig(List.of(), Map.of(), Map.of(), Map.of(), List.of());

    /**
     * The layers for one place. A template named on the command line lies under what the files say; without one, a step
     * type that has a policy of its own, such as {@code run_tests} or anything about security, starts from that.
     */
    PolicyLayers layers(
            Optional<String> template, Optional<String> stage, Optional<String> step, Optional<String> tool) {
        PolicyLayers layers = PolicyLayers.builtIn();
        if (template.isPresent()) {
            layers = layers.over(new Layer("--template", Map.of("template", template.get())));
        } else if (stage.isPresent()) {
            String own = PolicyTemplates.forAction(stage.get()).name();
            layers = layers.over(new Layer("step type " + stage.get(), Map.of("template", own)));
        }
        for (Layer layer : defaults) {
            layers = layers.over(layer);
        }
        PolicyLayers general = layers;
        layers = with(layers, stages, stage);
        layers = with(layers, steps, step);
        layers = with(layers, tools, tool);
        boolean never = layers != general && layers.resolve().policy().maxAttempts() == 1;
        if (!never) {
            // A place that the files give one attempt, such as a deployment, keeps it whatever the environment says.
            for (Layer layer : environment) {
                layers = layers.over(layer);
            }
        }
        return layers;
    }

    private static PolicyLayers with(PolicyLayers layers, Map<String, List<Layer>> named, Optional<String> name) {
        PolicyLayers result = layers;
        for (Layer layer : name.map(n -> named.getOrDefault(n, List.of())).orElse(List.of())) {
            result = result.over(layer);
        }
        return result;
    }
}
