package dev.mulligan.record.advice;

import dev.mulligan.record.learn.CascadeRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How advice is given.
 *
 * @param maxRetries attempts at a stage after which aborting is advised
 * @param windowSize how many of the newest runs that reached the stage count
 * @param highFailureThreshold above this rate another strategy is advised
 * @param minimumSamples with fewer runs the rate says nothing
 * @param strategies by stage, in the order they are tried; {@code *} is for stages not named
 * @param custom strategies of the user's own
 * @param never stages that are not retried
 * @param cascade when many failures count as one
 */
public record AdaptConfig(
        int maxRetries,
        int windowSize,
        double highFailureThreshold,
        int minimumSamples,
        Map<String, List<String>> strategies,
        Map<String, Strategy> custom,
        List<String> never,
        CascadeRule cascade) {

    private static final String ANY_STAGE = "*";

    public AdaptConfig {
        require(maxRetries >= 0, "maxRetries", maxRetries, "a whole number from 0");
        require(windowSize >= 1, "windowSize", windowSize, "a whole number from 1");
        require(
                highFailureThreshold >= 0 && highFailureThreshold <= 1,
                "highFailureThreshold",
                highFailureThreshold,
                "between 0 and 1");
        require(minimumSamples >= 1, "minimumSamples", minimumSamples, "a whole number from 1");
        strategies = Map.copyOf(strategies);
        custom = Map.copyOf(custom);
        never = List.copyOf(never);
    }

    private static void require(boolean good, String field, Object value, String wanted) {
        if (!good) {
            throw new IllegalArgumentException(field + ": " + value + " must be " + wanted);
        }
    }

    public static AdaptConfig standard() {
        Map<String, List<String>> strategies = new LinkedHashMap<>();
        strategies.put("alex", List.of("simplify-prompt", "add-context"));
        strategies.put("cass", List.of("reduce-stories", "simplify-prompt"));
        strategies.put("nigel", List.of("simplify-tests", "add-context"));
        strategies.put("codey-plan", List.of("add-context", "simplify-prompt"));
        strategies.put("codey-implement", List.of("incremental", "rollback"));
        strategies.put("test", List.of("add-context", "incremental"));
        strategies.put("review", List.of("add-context", "simplify-prompt"));
        strategies.put(ANY_STAGE, List.of("add-context", "simplify-prompt"));
        return new AdaptConfig(3, 10, 0.20, 3, strategies, Map.of(), List.of(), CascadeRule.STANDARD);
    }

    public List<String> strategiesFor(String stage) {
        return strategies.getOrDefault(stage, strategies.getOrDefault(ANY_STAGE, List.of()));
    }

    public Optional<Strategy> strategy(String name) {
        return Optional.ofNullable(custom.get(name))
                .or(() -> Strategy.BUILT_IN.stream()
                        .filter(known -> known.name().equals(name))
                        .findFirst());
    }
}
