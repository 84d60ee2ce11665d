package dev.mulligan.store.lab;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider.Moment;
import dev.mulligan.decide.Decision;
import dev.mulligan.decide.Options;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Recorded failures against another policy. As long as the policy goes on where the recorded one did, what happened next
 * is known. Where it stops earlier the case is lost; where it goes on beyond the record the outcome is drawn from what
 * happened in cases that were tried on. Resampling the cases and the odds gives the range.
 *
 * <p>Assumes that waiting longer or shorter does not change whether an attempt works; a delay that a server states is
 * part of the recorded failure and obeyed.
 */
public final class Replay {

    private static final int USUAL_WORLDS = 400;
    private static final int MOST_ATTEMPTS = 200;
    private static final Duration NO_DEADLINE = Duration.ofDays(3650);

    private record Outcome(boolean recovered, int attempts, double waitMs, boolean guessed) {}

    private final List<Case> cases;
    private final Hazard hazard;
    private final int worlds;

    public Replay(List<Case> cases) {
        this(cases, USUAL_WORLDS);
    }

    /** {@code worlds}: how often the cases are drawn anew; fewer are sooner done and give coarser ranges. */
    public Replay(List<Case> cases, int worlds) {
        this.cases = List.copyOf(cases);
        this.worlds = worlds;
        this.hazard = new Hazard(cases);
    }

    public Prediction predict(RetryPolicy policy, RandomGenerator random) {
        if (cases.isEmpty()) {
            Interval nothing = new Interval(0, 0, 0);
            return new Prediction(policy.name(), 0, nothing, nothing, nothing, nothing, 0);
        }
        double[] recovery = new double[worlds];
        double[] attempts = new double[worlds];
        double[] waits = new double[worlds];
        double[] costs = new double[worlds];
        double guessed = 0;
        for (int world = 0; world < worlds; world++) {
            Map<FailureType, Double> odds = hazard.draw(random);
            for (int i = 0; i < cases.size(); i++) {
                Case one = cases.get(random.nextInt(cases.size()));
                Outcome outcome = play(one, policy, odds, random);
                costs[world] += (double) one.costMicros() / one.attempts() * outcome.attempts;
                recovery[world] += outcome.recovered ? 1 : 0;
                attempts[world] += outcome.attempts;
                waits[world] += outcome.waitMs;
                guessed += outcome.guessed ? 1 : 0;
            }
            recovery[world] /= cases.size();
            attempts[world] /= cases.size();
            waits[world] /= cases.size();
            costs[world] /= cases.size();
        }
        return new Prediction(
                policy.name(),
                cases.size(),
                Interval.ofShare(mean(recovery), recovery, cases.size()),
                Interval.of(mean(attempts), attempts),
                Interval.of(mean(waits), waits),
                Interval.of(mean(costs), costs),
                guessed / worlds / cases.size());
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static Outcome play(Case one, RetryPolicy policy, Map<FailureType, Double> odds, RandomGenerator random) {
        Episode episode = Episode.EMPTY;
        double waited = 0;
        Duration deadline = policy.deadline().orElse(NO_DEADLINE);
        List<Failure> failures = new ArrayList<>(one.failures());
        Duration delay = Duration.ZERO;
        for (int number = 1; number <= MOST_ATTEMPTS; number++) {
            Failure failure = failures.get(Math.min(number, failures.size()) - 1);
            episode = episode.with(new Episode.Entry(number, Optional.empty(), Remedy.Simple.WAIT, failure, delay));
            Duration remaining = deadline.minusMillis((long) waited);
            Optional<Duration> next =
                    delay(policy.decide(episode, new Moment(remaining, random.nextDouble(), Options.NONE)));
            boolean beyond = number > failures.size() || (number == failures.size() && !one.recovered());
            if (next.isEmpty()) {
                return new Outcome(false, number, waited, number > failures.size());
            }
            delay = next.get();
            waited += delay.toMillis();
            boolean works =
                    beyond ? random.nextDouble() < odds.getOrDefault(failure.type(), 0.5) : number == failures.size();
            if (works) {
                return new Outcome(true, number + 1, waited, beyond);
            }
        }
        return new Outcome(false, MOST_ATTEMPTS, waited, true);
    }

    private static Optional<Duration> delay(Decision decision) {
        return switch (decision) {
            case Decision.Retry retry -> Optional.of(retry.delay());
            case Decision.Escalate up -> Optional.of(up.delay());
            case Decision.FallBack sideways -> Optional.of(sideways.delay());
            // Nobody is there to ask in a replay.
            case Decision.Ask ask -> Optional.empty();
            case Decision.GiveUp giveUp -> Optional.empty();
        };
    }
}
