package dev.mulligan.policy;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The curve of delays.
 *
 * @param kind how it grows
 * @param base the first delay
 * @param factor growth of an exponential curve
 * @param cap no delay is longer
 * @param jitter how delays are spread; the cap holds after it
 */
public record Backoff(Kind kind, Duration base, double factor, Duration cap, Jitter jitter) {

    private static final Duration LONGEST = Duration.ofDays(30);

    public static final Backoff NONE = new Backoff(Kind.FIXED, Duration.ZERO, 1, Duration.ZERO, Jitter.OFF);

    /** How delays grow. */
    public enum Kind {
        EXPONENTIAL,
        LINEAR,
        FIXED;

        private final String wireName = name().toLowerCase(Locale.ROOT);

        /** The name in files, flags and JSON. */
        public String wireName() {
            return wireName;
        }

        /** The kind of this name, if there is one. */
        public static Optional<Kind> ofWireName(String name) {
            for (Kind kind : values()) {
                if (kind.wireName.equals(name)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    public Backoff {
        PolicyChecks.when(base.isNegative(), "base", base, "a delay cannot be negative");
        PolicyChecks.when(base.compareTo(LONGEST) > 0, "base", base, "a delay is at most 30 days");
        PolicyChecks.when(!(factor >= 1 && factor <= 1000), "factor", factor, "a factor is a number from 1 to 1000");
        PolicyChecks.when(cap.isNegative(), "cap", cap, "a delay cannot be negative");
        PolicyChecks.when(cap.compareTo(LONGEST) > 0, "cap", cap, "a delay is at most 30 days");
        PolicyChecks.when(
                cap.compareTo(base) < 0, "cap", cap, "is smaller than the base delay " + PolicyText.duration(base));
    }

    /** Doubles from attempt to attempt, up to 30 seconds, spread by ten percent. */
    public static Backoff exponential(Duration base) {
        return new Backoff(Kind.EXPONENTIAL, base, 2, larger(base, Duration.ofSeconds(30)), Jitter.TEN_PERCENT);
    }

    /** Grows by its base from attempt to attempt. */
    public static Backoff linear(Duration base) {
        return new Backoff(Kind.LINEAR, base, 1, larger(base, Duration.ofSeconds(30)), Jitter.TEN_PERCENT);
    }

    /** The same delay each time. */
    public static Backoff fixed(Duration delay) {
        return new Backoff(Kind.FIXED, delay, 1, delay, Jitter.OFF);
    }

    /** With no delay longer than this. */
    public Backoff capped(Duration newCap) {
        return new Backoff(kind, base, factor, newCap, jitter);
    }

    /** With this factor from one delay to the next. */
    public Backoff growing(double newFactor) {
        return new Backoff(kind, base, newFactor, cap, jitter);
    }

    /** With this jitter. */
    public Backoff spread(Jitter newJitter) {
        return new Backoff(kind, base, factor, cap, newJitter);
    }

    /**
     * The delay before a retry.
     *
     * @param retry counts from 1
     * @param previous the delay before the last retry, which only decorrelated jitter looks at
     * @param random uniform in [0, 1)
     */
    public Duration delay(int retry, Duration previous, double random) {
        if (base.isZero()) {
            return Duration.ZERO;
        }
        double plain = plainNanos(retry);
        double spread = switch (jitter) {
            case OFF -> plain;
            case TEN_PERCENT -> plain * (0.9 + 0.2 * random);
            case FULL -> plain * random;
            case DECORRELATED -> {
                double low = base.toNanos();
                double high = Math.max(low, 3.0 * (previous.isZero() ? low : previous.toNanos()));
                yield low + (high - low) * random;
            }
        };
        return Duration.ofNanos((long) Math.min(spread, (double) cap.toNanos()));
    }

    private double plainNanos(int retry) {
        double first = base.toNanos();
        double grown = switch (kind) {
            case FIXED -> first;
            case LINEAR -> first * retry;
            case EXPONENTIAL -> first * Math.pow(factor, retry - 1.0);
        };
        return Math.min(grown, (double) cap.toNanos());
    }

    private static Duration larger(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
