package dev.mulligan.simulator.script;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Conditions as they stand now: what is left of the window and of the quota. */
public final class Regime {

    /** What a rate window has left. */
    public record Left(int limit, int remaining, Instant resets, Instant now) {

        public Duration untilReset() {
            return Duration.between(now, resets);
        }
    }

    private final Conditions conditions;
    private final SplittableRandom random;
    private @Nullable Instant began;
    private @Nullable Instant windowEnds;
    private int inWindow;
    private int answered;

    public Regime(Conditions conditions, long seed) {
        this.conditions = conditions;
        this.random = new SplittableRandom(seed);
    }

    /** The fault that all requests to this path get now, if there is one. */
    public synchronized Optional<Fault> strike(String path, Instant now) {
        if (began == null) {
            began = now;
        }
        Duration since = Duration.between(began, now);
        for (Conditions.Outage outage : conditions.outages()) {
            boolean begun = since.compareTo(outage.from()) >= 0;
            if (begun
                    && path.contains(outage.path())
                    && since.compareTo(outage.from().plus(outage.lasts())) < 0) {
                return Optional.of(outage.fault());
            }
        }
        if (conditions.quota().isPresent() && answered >= conditions.quota().getAsInt()) {
            return Optional.of(new Fault.NoCredit());
        }
        if (conditions.rate().isPresent()) {
            roll(now, conditions.rate().get());
            if (inWindow >= conditions.rate().get().requests()) {
                return Optional.of(new Fault.RateLimited());
            }
            inWindow++;
        }
        answered++;
        return Optional.empty();
    }

    private void roll(Instant now, Conditions.RateWindow rate) {
        if (windowEnds == null || !now.isBefore(windowEnds)) {
            windowEnds = now.plus(rate.per());
            inWindow = 0;
        }
    }

    public synchronized Optional<Left> left(Instant now) {
        return conditions.rate().map(rate -> {
            Instant end = windowEnds == null || windowEnds.isBefore(now) ? now : windowEnds;
            return new Left(rate.requests(), Math.max(0, rate.requests() - inWindow), end, now);
        });
    }

    public synchronized Duration latency() {
        return conditions
                .latency()
                .map(latency -> latency.least().plusMillis((long)
                        (random.nextDouble() * latency.jitter().toMillis())))
                .orElse(Duration.ZERO);
    }
}
