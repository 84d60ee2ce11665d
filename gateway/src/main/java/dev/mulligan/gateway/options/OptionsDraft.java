package dev.mulligan.gateway.options;

import dev.mulligan.attempt.Asker;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.share.NoteBoard;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options being made or changed: lives within one call, and saves each change from repeating all the others. */
final class OptionsDraft {

    String bind = "127.0.0.1";
    int port = 7171;
    Map<String, URI> upstreams = Map.of(
            "anthropic", URI.create("https://api.anthropic.com"),
            "openai", URI.create("https://api.openai.com"),
            "gemini", URI.create("https://generativelanguage.googleapis.com"));
    List<UpstreamSpec> routes = List.of();
    RetryPolicy policy = PolicyTemplates.get("patient");
    Map<String, RetryPolicy> projectPolicies = Map.of();
    Optional<Ladder> ladder = Optional.empty();
    boolean turnBuffering;
    GatewayOptions.Budgets budgets = GatewayOptions.Budgets.NONE;
    GatewayLimits limits = GatewayLimits.STANDARD;
    Patience patience = Patience.STANDARD;
    Classifier classifier = Classifier.standard();
    Models models = Models.standard();
    GatewayListener listener = GatewayListener.NONE;
    Asker asker = Asker.NOBODY;
    Time time = Time.system();
    GatewayOptions.Access access = GatewayOptions.Access.OPEN;
    Map<String, String> projectKeys = Map.of();
    Optional<URI> traces = Optional.empty();
    List<Gauge> gauges = List.of();
    Optional<NoteBoard> fleet = Optional.empty();

    /** The standard options. */
    OptionsDraft() {}

    OptionsDraft(GatewayOptions from) {
        bind = from.bind();
        port = from.port();
        upstreams = from.upstreams();
        routes = from.routes();
        policy = from.policy();
        projectPolicies = from.projectPolicies();
        ladder = from.ladder();
        turnBuffering = from.turnBuffering();
        budgets = from.budgets();
        limits = from.limits();
        patience = from.patience();
        classifier = from.classifier();
        models = from.models();
        listener = from.listener();
        asker = from.asker();
        time = from.time();
        access = from.access();
        projectKeys = from.projectKeys();
        traces = from.traces();
        gauges = from.gauges();
        fleet = from.fleet();
    }

    GatewayOptions options() {
        return new GatewayOptions(
                bind,
                port,
                upstreams,
                routes,
                policy,
                projectPolicies,
                ladder,
                turnBuffering,
                budgets,
                limits,
                patience,
                classifier,
                models,
                listener,
                asker,
                time,
                access,
                projectKeys,
                traces,
                gauges,
                fleet);
    }
}
