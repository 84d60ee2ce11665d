package dev.mulligan.gateway.options;

import dev.mulligan.attempt.Asker;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.record.share.NoteBoard;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options being changed: lives within one call, and saves each change from repeating all the others. */
final class OptionsDraft {

    String bind;
    int port;
    Map<String, URI> upstreams;
    List<UpstreamSpec> routes;
    RetryPolicy policy;
    Map<String, RetryPolicy> projectPolicies;
    Optional<Ladder> ladder;
    boolean turnBuffering;
    GatewayOptions.Budgets budgets;
    GatewayLimits limits;
    Patience patience;
    Classifier classifier;
    Models models;
    GatewayListener listener;
    Asker asker;
    Time time;
    GatewayOptions.Access access;
    Map<String, String> projectKeys;
    Optional<URI> traces;
    List<Gauge> gauges;
    Optional<NoteBoard> fleet;

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
