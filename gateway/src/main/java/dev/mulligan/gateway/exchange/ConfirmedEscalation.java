package dev.mulligan.gateway.exchange;

import dev.mulligan.Decider;
import dev.mulligan.Decision;
import dev.mulligan.Episode;
import dev.mulligan.GiveUpReason;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.Model;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.session.Session;
import dev.mulligan.policy.RetryPolicy;
import java.util.Optional;

/** Decides as the policy does, but has a stronger model confirmed when it costs as much as somebody wants to be asked. */
record ConfirmedEscalation(RetryPolicy policy, GatewayOptions options, Session session, String startModel)
        implements Decider {

    @Override
    public Decision decide(Episode episode, Moment moment) {
        Decision decision = policy.decide(episode, moment);
        if (!(decision instanceof Decision.Escalate climb)) {
            return decision;
        }
        Optional<CostEstimate> estimate = estimate(moment.options().model().orElse(startModel), climb.toModel());
        if (estimate.isEmpty() || !options.budgets().confirm().needed(estimate.get())) {
            return decision;
        }
        return new Decision.Ask(
                question(estimate.get()),
                climb,
                new Decision.GiveUp(
                        GiveUpReason.DECLINED, "the stronger model " + climb.toModel() + " was not confirmed"));
    }

    private Optional<CostEstimate> estimate(String from, String to) {
        Optional<Model> present = options.models().find(from);
        return options.models()
                .find(to)
                .flatMap(next -> present.map(now -> CostEstimate.next(now, next, session.calls())));
    }

    private static String question(CostEstimate estimate) {
        return estimate.fromModel() + " keeps failing. Go on with " + estimate.toModel() + " for about "
                + estimate.target() + " a call instead of " + estimate.current() + "?";
    }
}
