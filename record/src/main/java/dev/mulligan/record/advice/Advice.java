package dev.mulligan.record.advice;

import dev.mulligan.record.advice.StageHistory.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What to do about a failed stage, and the numbers behind it. Advice only: a person or a policy decides.
 *
 * @param strategy a strategy's name, {@code retry}, or {@code abort-recommended}
 * @param samples runs that reached the stage and were looked at
 * @param options the stage's strategies in the order they would be advised now, with what is known of each
 */
public record Advice(String strategy, int attempt, double failureRate, int samples, String why, List<Option> options) {

    public static final String RETRY = "retry";
    public static final String ABORT = "abort-recommended";

    /** A strategy and its record: against this failure where there is one, else at this stage. */
    public record Option(String strategy, Score score, double atLeast, boolean promoted) {}

    /**
     * Pure: the same history gives the same advice.
     *
     * @param attempt how many attempts at this stage have failed in this run, from 1
     */
    public static Advice on(String stage, int attempt, StageHistory history, AdaptConfig config) {
        List<Boolean> recent = history.recent()
                .subList(0, Math.min(config.windowSize(), history.recent().size()));
        int samples = recent.size();
        long failed = recent.stream().filter(passed -> !passed).count();
        double rate = samples == 0 ? 0 : (double) failed / samples;
        List<Option> options = options(stage, history, config);
        String seen =
                failed + " of the last " + samples + " runs that reached " + stage + " failed (" + percent(rate) + ")";
        if (config.never().contains(stage)) {
            return new Advice(ABORT, attempt, rate, samples, stage + " is set never to be retried", options);
        }
        if (attempt > config.maxRetries()) {
            String why = "attempt " + attempt + " is over the limit of " + config.maxRetries();
            return new Advice(ABORT, attempt, rate, samples, why, options);
        }
        if (samples < config.minimumSamples()) {
            String why = "only " + samples + (samples == 1 ? " earlier run" : " earlier runs") + " reached " + stage
                    + "; " + config.minimumSamples() + " are needed to judge it";
            return new Advice(RETRY, attempt, rate, samples, why, options);
        }
        if (rate <= config.highFailureThreshold()) {
            String why = seen + ", not above " + percent(config.highFailureThreshold());
            return new Advice(RETRY, attempt, rate, samples, why, options);
        }
        if (options.isEmpty()) {
            return new Advice(RETRY, attempt, rate, samples, seen + ", but no strategy is set for it", options);
        }
        Optional<Option> next =
                attempt <= options.size() ? Optional.of(options.get(Math.max(0, attempt - 1))) : Optional.empty();
        if (next.isEmpty()) {
            return new Advice(ABORT, attempt, rate, samples, seen + " and every strategy was tried", options);
        }
        return new Advice(next.get().strategy(), attempt, rate, samples, seen + because(next.get()), options);
    }

    private static String because(Option option) {
        return option.score().tries() == 0
                ? ""
                : "; " + option.strategy() + " worked " + option.score().successes() + " of "
                        + option.score().tries() + " times";
    }

    /** The configured order, but what has proved itself here moves up. */
    private static List<Option> options(String stage, StageHistory history, AdaptConfig config) {
        List<Option> options = new ArrayList<>();
        for (String name : config.strategiesFor(stage)) {
            Score here = history.here().getOrDefault(name, new Score(0, 0));
            Score anywhere = history.anywhere().getOrDefault(name, new Score(0, 0));
            Score score = here.tries() >= config.minimumSamples() ? here : anywhere;
            boolean enough = score.tries() >= config.minimumSamples() && score.successes() > 0;
            options.add(new Option(name, score, enough ? score.atLeast() : 0, enough));
        }
        options.sort(Comparator.comparingDouble((Option option) -> -option.atLeast()));
        return List.copyOf(options);
    }

    private static String percent(double rate) {
        return String.format(Locale.ROOT, "%.0f %%", rate * 100);
    }
}
