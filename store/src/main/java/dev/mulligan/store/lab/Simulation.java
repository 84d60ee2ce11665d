package dev.mulligan.store.lab;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Cases made up from a mix of faults. */
public final class Simulation {

    private static final int LONGEST = 60;
    private static final Set<FailureType> PASSING = Set.of(
            FailureType.RATE_LIMIT,
            FailureType.SERVER_ERROR,
            FailureType.OVERLOADED,
            FailureType.TIMEOUT,
            FailureType.NETWORK);

    private Simulation() {}

    /**
     * Operations that failed at least once.
     *
     * @param mix how likely each type is at any attempt
     * @param persistence how likely a failure is followed by the same one: 0 is bad luck, 0.9 an outage
     */
    public static List<Case> cases(
            Map<FailureType, Double> mix, double persistence, int operations, RandomGenerator random) {
        double total = mix.values().stream().mapToDouble(share -> share).sum();
        if (mix.values().stream().anyMatch(share -> !(share >= 0)) || !(total <= 1) || total == 0) {
            throw new IllegalArgumentException(
                    "the shares of a fault mix must be positive and add up to at most 1, not " + inWords(mix));
        }
        if (!(persistence >= 0 && persistence < 1)) {
            throw new IllegalArgumentException("persistence: " + persistence + " must be from 0 to below 1");
        }
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            List<Failure> failures = new ArrayList<>();
            Optional<FailureType> now = draw(mix, random);
            while (now.isPresent() && failures.size() < LONGEST) {
                failures.add(failure(now.get()));
                boolean same = !PASSING.contains(now.get()) || random.nextDouble() < persistence;
                now = same ? now : draw(mix, random);
            }
            if (!failures.isEmpty()) {
                cases.add(new Case(failures, now.isEmpty(), 0));
            }
        }
        return cases;
    }

    /** As it is typed. */
    private static String inWords(Map<FailureType, Double> mix) {
        return mix.entrySet().stream()
                .map(entry -> entry.getKey().wireName() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    private static Failure failure(FailureType type) {
        return Failure.of(type, PASSING.contains(type), "simulated " + type.wireName(), Action.RETRY, "simulated");
    }

    private static Optional<FailureType> draw(Map<FailureType, Double> mix, RandomGenerator random) {
        double at = random.nextDouble();
        for (Map.Entry<FailureType, Double> entry : mix.entrySet()) {
            at -= entry.getValue();
            if (at < 0) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }
}
