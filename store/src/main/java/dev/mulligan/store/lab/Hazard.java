package dev.mulligan.store.lab;

import dev.mulligan.failure.FailureType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How likely the next attempt works after a failure of some type: counted where somebody did try again. Little data
 * leaves a wide range (Beta distribution, one success and one failure assumed before anything was seen).
 */
final class Hazard {

    private static final class Seen {
        private int again;
        private int worked;
    }

    private final Map<FailureType, Seen> seen = new EnumMap<>(FailureType.class);
    private final Seen all = new Seen();

    Hazard(List<Case> cases) {
        for (Case one : cases) {
            int last = one.failures().size() - 1;
            for (int i = 0; i <= last; i++) {
                boolean triedAgain = i < last || one.recovered();
                if (triedAgain) {
                    count(seen.computeIfAbsent(one.failures().get(i).type(), t -> new Seen()), i == last);
                    count(all, i == last);
                }
            }
        }
    }

    private static void count(Seen seen, boolean worked) {
        seen.again++;
        seen.worked += worked ? 1 : 0;
    }

    /** One plausible world: a probability for each type. */
    Map<FailureType, Double> draw(RandomGenerator random) {
        Map<FailureType, Double> drawn = new EnumMap<>(FailureType.class);
        for (FailureType type : FailureType.values()) {
            Seen of = seen.getOrDefault(type, all);
            drawn.put(type, beta(of.worked + 1, of.again - of.worked + 1, random));
        }
        return drawn;
    }

    private static double beta(int a, int b, RandomGenerator random) {
        double x = gamma(a, random);
        double y = gamma(b, random);
        return x / (x + y);
    }

    /** Whole shapes only; above a hundred the normal distribution is close enough and cheap. */
    private static double gamma(int shape, RandomGenerator random) {
        if (shape > 100) {
            return Math.max(1e-9, shape + Math.sqrt(shape) * random.nextGaussian());
        }
        double sum = 0;
        for (int i = 0; i < shape; i++) {
            sum -= Math.log(1 - random.nextDouble());
        }
        return Math.max(1e-12, sum);
    }
}
