package dev.mulligan.config;

import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.policy.PolicyLayers;
import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.policy.PolicyTemplates;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything configured, from all files together.
 *
 * @param files what was read, the user's first
 * @param defaults layers for every policy, in the order they are laid
 * @param stages layers by stage or step type; likewise for steps and tools
 * @param environment layers over all files, from variables
 * @param rules own classification rules, the project's before the user's
 * @param models own or corrected models
 * @param ladder model ids, weakest first; empty means the shipped ladder
 * @param alertWebhook where rates above their thresholds are told
 * @param upstreams further addresses that answer requests, in the order they are tried
 * @param copies which ignored files working copies have
 */
public record Config(
        List<String> files,
        List<Layer> defaults,
        Map<String, List<Layer>> stages,
        Map<String, List<Layer>> steps,
        Map<String, List<Layer>> tools,
        List<Layer> environment,
        List<Rule> rules,
        List<Model> models,
        List<String> ladder,
        Confirm confirm,
        Optional<URI> alertWebhook,
        CopyPatterns copies,
        List<UpstreamConfig> upstreams) {

    public static final Config EMPTY = new Config(
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new Confirm.Above(Money.dollars(0.50)),
            Optional.empty(),
            CopyPatterns.NONE,
            List.of());

    /** With further rules after these. */
    public Config plusRules(List<Rule> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(more);
        return new Config(
                files,
                defaults,
                stages,
                steps,
                tools,
                environment,
                List.copyOf(all),
                models,
                ladder,
                confirm,
                alertWebhook,
                copies,
                upstreams);
    }

    public Classifier classifier() {
        return rules.isEmpty() ? Classifier.standard() : Classifier.withRules(rules);
    }

    public Models allModels() {
        return Models.standard().with(models);
    }

    /**
     * The layers for one place. A template named on the command line lies under what the files say; without one, a step
     * type that has a policy of its own, such as {@code run_tests} or anything about security, starts from that.
     */
    public PolicyLayers policy(
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
