package dev.mulligan.gateway.guard;

import dev.mulligan.gateway.options.RateWindow;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads from a good answer how much is left of an account's allowance. */
public final class RateWindows {

    private RateWindows() {}

    private record Counter(String what, String left, String limit, String reset) {

        static Counter anthropic(String what, String name) {
            String head = "anthropic-ratelimit-" + name;
            return new Counter(what, head + "-remaining", head + "-limit", head + "-reset");
        }

        static Counter openai(String what) {
            return new Counter(
                    what, "x-ratelimit-remaining-" + what, "x-ratelimit-limit-" + what, "x-ratelimit-reset-" + what);
        }
    }

    private static final List<Counter> COUNTERS = List.of(
            Counter.anthropic("requests", "requests"),
            Counter.anthropic("tokens", "tokens"),
            Counter.anthropic("input tokens", "input-tokens"),
            Counter.anthropic("output tokens", "output-tokens"),
            Counter.openai("requests"),
            Counter.openai("tokens"));

    /** Of a subscription; only the used share is told. */
    private record Subscription(String what, String used, String reset) {

        static Subscription of(String what, String name) {
            String head = "anthropic-ratelimit-unified-" + name;
            return new Subscription(what, head + "-utilization", head + "-reset");
        }
    }

    private static final List<Subscription> SUBSCRIPTIONS =
            List.of(Subscription.of("5-hour window", "5h"), Subscription.of("7-day window", "7d"));

    /** The one of which least is left; empty when the answer tells of none. */
    public static Optional<RateWindow> tightest(MultiMap headers, Instant now) {
        @Nullable RateWindow tightest = null;
        for (Counter counter : COUNTERS) {
            Optional<Double> left = number(headers.get(counter.left()));
            Optional<Double> limit = number(headers.get(counter.limit())).filter(most -> most > 0);
            if (left.isPresent() && limit.isPresent()) {
                tightest = tighter(
                        tightest,
                        new RateWindow(
                                counter.what(),
                                share(left.get() / limit.get()),
                                left.map(Double::longValue),
                                limit.map(Double::longValue),
                                Pacing.until(headers.get(counter.reset()), now).map(now::plus)));
            }
        }
        for (Subscription window : SUBSCRIPTIONS) {
            Optional<Double> used = number(headers.get(window.used()));
            if (used.isPresent()) {
                tightest = tighter(
                        tightest,
                        new RateWindow(
                                window.what(),
                                share(1 - used.get()),
                                Optional.empty(),
                                Optional.empty(),
                                number(headers.get(window.reset()))
                                        .map(seconds -> Instant.ofEpochSecond(seconds.longValue()))));
            }
        }
        return Optional.ofNullable(tightest);
    }

    private static RateWindow tighter(@Nullable RateWindow one, RateWindow other) {
        return one == null || other.share() < one.share() ? other : one;
    }

    private static double share(double value) {
        return Math.clamp(value, 0, 1);
    }

    private static Optional<Double> number(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Double.valueOf(text.strip())).filter(Double::isFinite);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
