package dev.mulligan.gateway.exchange;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Decision;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.route.RouteChoice;
import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides as the policy does, but sends the next attempt to another upstream where one can take it, and begins none when
 * the request is too old.
 *
 * @param age of the recovery, without the time that other requests were told to wait
 * @param oldest no attempt begins after this
 */
record RequestDecider(
        RetryPolicy policy, RouteChoice route, EscalationCosts costs, Supplier<Duration> age, Duration oldest)
        implements Decider {

    @Override
    public Decision decide(Episode episode, Moment moment) {
        boolean filtered = episode.last().failure().type() == FailureType.CONTENT_FILTER;
        RetryPolicy holding = filtered ? RequestPolicy.withoutFilter(policy) : policy;
        Decision decision = holding.decide(episode, moment);
        if (mayMove(decision)) {
            Optional<Target> other = route.insteadAfter(episode.last().failure());
            if (other.isPresent()) {
                return moveTo(other.get(), episode, moment);
            }
        }
        boolean statesWait = episode.last().failure().retryAfter().isPresent();
        boolean tooOld = age.get().minus(statedWaits(episode)).compareTo(oldest) > 0;
        return decision instanceof Decision.Retry && !statesWait && tooOld
                ? new Decision.GiveUp(
                        GiveUpReason.DEADLINE, "it has been tried for more than " + oldest.toSeconds() + " s")
                : decision;
    }

    /** The policy's limits on attempts and time hold wherever an attempt would go. */
    private static boolean mayMove(Decision decision) {
        return switch (decision) {
            case Decision.Retry _, Decision.FallBack _ -> true;
            case Decision.GiveUp end ->
                end.reason() == GiveUpReason.NOT_RETRYABLE || end.reason() == GiveUpReason.LONG_WAIT;
            case Decision.Escalate _, Decision.Ask _ -> false;
        };
    }

    private Decision moveTo(Target other, Episode episode, Moment moment) {
        Decision.Retry move = new Decision.Retry(Duration.ZERO, Remedy.Simple.WAIT);
        route.plan(other, episode.failures() + 1);
        Optional<CostEstimate> dearer = dearer(other, episode, moment);
        return dearer.<Decision>map(estimate -> new Decision.Ask(
                        route.current().id() + " cannot answer. Go on with " + other.id() + ", where "
                                + estimate.toModel() + " costs about " + estimate.target() + " a call instead of "
                                + estimate.current() + "?",
                        move,
                        new Decision.GiveUp(
                                GiveUpReason.DECLINED, "the dearer upstream " + other.id() + " was not confirmed")))
                .orElse(move);
    }

    private Optional<CostEstimate> dearer(Target other, Episode episode, Moment moment) {
        String model = episode.last().model().or(moment.options()::model).orElse("");
        return costs.estimate(route.current().model(model), other.model(model)).filter(costs.confirm()::needed);
    }

    /** Waits that a failure asked for, which are not ours. */
    private static Duration statedWaits(Episode episode) {
        Duration sum = Duration.ZERO;
        List<Episode.Entry> entries = episode.entries();
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i - 1).failure().retryAfter().isPresent()) {
                sum = sum.plus(entries.get(i).delayBefore());
            }
        }
        return sum;
    }
}
