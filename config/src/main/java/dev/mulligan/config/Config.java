package dev.mulligan.config;

import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.policy.PolicyLayers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything configured, from all files together.
 *
 * @param files what was read, the user's first
 * @param policies what the files and variables say about policies
 * @param rules own classification rules, the project's before the user's
 * @param escalation own models, their order, and when a person is asked
 * @param alertWebhook where rates above their thresholds are told
 * @param upstreams further addresses that answer requests, in the order they are tried
 * @param copies which ignored files working copies have
 */
public record Config(
        List<String> files,
        PolicyConfig policies,
        List<Rule> rules,
        EscalationConfig escalation,
        Optional<URI> alertWebhook,
        CopyPatterns copies,
        List<UpstreamConfig> upstreams) {

    public static final Config EMPTY = new Config(
            List.of(),
            PolicyConfig.NONE,
            List.of(),
            EscalationConfig.STANDARD,
            Optional.empty(),
            CopyPatterns.NONE,
            List.of());

    /**
     * Own models and the way up.
     *
     * @param models own or corrected models
     * @param ladder model ids, weakest first; empty means the shipped ladder
     * @param confirm when a person is asked before a stronger model is used
     */
    public record EscalationConfig(List<Model> models, List<String> ladder, Confirm confirm) {
        static final EscalationConfig STANDARD =
                new EscalationConfig(List.of(), List.of(), new Confirm.Above(Money.dollars(0.50)));
    }

    public List<String> ladder() {
        return escalation.ladder;
    }

    public Confirm confirm() {
        return escalation.confirm;
    }

    /** With further rules after these. */
    public Config plusRules(List<Rule> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(more);
        return new Config(files, policies, List.copyOf(all), escalation, alertWebhook, copies, upstreams);
    }

    public Classifier classifier() {
        return rules.isEmpty() ? Classifier.standard() : Classifier.withRules(rules);
    }

    public Models allModels() {
        return Models.standard().with(escalation.models);
    }

    /**
     * The layers for one place. A template named on the command line lies under what the files say; without one, a step
     * type that has a policy of its own, such as {@code run_tests} or anything about security, starts from that.
     */
    public PolicyLayers policy(
            Optional<String> template, Optional<String> stage, Optional<String> step, Optional<String> tool) {
        return policies.layers(template, stage, step, tool);
    }
}
