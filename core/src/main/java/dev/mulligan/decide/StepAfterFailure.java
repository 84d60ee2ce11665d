package dev.mulligan.decide;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decision.GiveUp;
import dev.mulligan.decide.NextStep.AskFirst;
import dev.mulligan.decide.NextStep.End;
import dev.mulligan.decide.NextStep.ModelChange;
import dev.mulligan.decide.NextStep.TryAgain;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.EscalationCosts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Turns a decision into the step that follows; the limits on attempts and time hold whoever decided. */
record StepAfterFailure(Episode episode, int mostAttempts, Decider.Moment moment, EscalationCosts costs, Instant now) {

    private static final String UNKNOWN_MODEL = "unknown";

    NextStep of(Decision decision) {
        return switch (decision) {
            case Decision.Retry retry -> again(retry.delay(), retry.remedy(), Optional.empty());
            case Decision.Escalate up -> escalate(up);
            case Decision.FallBack aside ->
                again(
                        aside.delay(),
                        new Remedy.FallbackModel(aside.toModel()),
                        Optional.of(new ModelChange(model(), aside.toModel(), Optional.empty(), Optional.empty())));
            case Decision.Ask ask ->
                of(ask.ifYes()) instanceof TryAgain ifYes
                        ? new AskFirst(ask.question(), ifYes, end(ask.otherwise()))
                        : end(ask.otherwise());
            case GiveUp giveUp -> end(giveUp);
        };
    }

    private NextStep escalate(Decision.Escalate up) {
        Optional<CostEstimate> estimate = costs.estimate(model(), up.toModel());
        NextStep next = again(
                up.delay(),
                new Remedy.StrongerModel(up.toModel()),
                Optional.of(new ModelChange(model(), up.toModel(), Optional.of(up.reason()), estimate)));
        boolean asks = estimate.filter(costs.confirm()::needed).isPresent();
        return asks && next instanceof TryAgain ifYes
                ? new AskFirst(
                        question(estimate.get()),
                        ifYes,
                        end(new GiveUp(
                                GiveUpReason.DECLINED, "the stronger model " + up.toModel() + " was not confirmed")))
                : next;
    }

    private static String question(CostEstimate estimate) {
        return estimate.fromModel() + " keeps failing. Go on with " + estimate.toModel()
                + "? The next call costs about " + estimate.target() + " instead of " + estimate.current() + ".";
    }

    private NextStep again(Duration wanted, Remedy remedy, Optional<ModelChange> change) {
        int number = episode.failures() + 1;
        if (number > mostAttempts) {
            return end(new GiveUp(GiveUpReason.ATTEMPTS_EXHAUSTED, "all " + mostAttempts + " attempts failed"));
        }
        Duration delay = wanted.isNegative() ? Duration.ZERO : wanted;
        if (delay.compareTo(moment.remaining()) >= 0) {
            return end(new GiveUp(GiveUpReason.DEADLINE, "the deadline would pass before the next attempt"));
        }
        Optional<String> next = change.map(ModelChange::to).or(moment.options()::model);
        return new TryAgain(
                number,
                mostAttempts,
                delay,
                now.plus(delay),
                remedy,
                next,
                change,
                episode.last().failure());
    }

    private End end(GiveUp decision) {
        return End.of(decision, episode.failures(), episode.last().failure(), now);
    }

    private String model() {
        return moment.options().model().orElse(UNKNOWN_MODEL);
    }
}
