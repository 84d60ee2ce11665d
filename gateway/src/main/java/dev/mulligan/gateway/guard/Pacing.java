package dev.mulligan.gateway.guard;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads from a good answer that the next request would be refused, and until when. */
public final class Pacing {

    /** Longer than a client waits: then it shall see the provider's own refusal. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private record Gauge(String remaining, String reset) {}

    private static final List<Gauge> GAUGES = List.of(
            new Gauge("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
            new Gauge("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
            new Gauge("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
            new Gauge("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
            new Gauge("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
            new Gauge("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"));

    private Pacing() {}

    public static Optional<Duration> pause(MultiMap headers, Instant now) {
        Optional<Duration> longest = Optional.empty();
        for (Gauge gauge : GAUGES) {
            if ("0".equals(headers.get(gauge.remaining()))) {
                Optional<Duration> wait =
                        until(headers.get(gauge.reset()), now).filter(d -> d.isPositive() && d.compareTo(LONGEST) <= 0);
                if (wait.isPresent()
                        && longest.filter(d -> d.compareTo(wait.get()) >= 0).isEmpty()) {
                    longest = wait;
                }
            }
        }
        return longest;
    }

    /** A moment such as 2026-01-01T00:00:00Z, or a length such as 1m30.5s, 850ms. */
    static Optional<Duration> until(@Nullable String reset, Instant now) {
        if (reset == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.between(now, Instant.parse(reset)));
        } catch (DateTimeParseException e) {
            return length(reset.replace("ms", "u"));
        }
    }

    private static Optional<Duration> length(String text) {
        double seconds = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            double unit = switch (text.charAt(i)) {
                case 'h' -> 3600;
                case 'm' -> 60;
                case 's' -> 1;
                case 'u' -> 0.001;
                default -> 0;
            };
            if (unit > 0) {
                try {
                    seconds += unit * Double.parseDouble(text.substring(from, i));
                } catch (NumberFormatException e) {
                    return Optional.empty();
                }
                from = i + 1;
            }
        }
        return from == 0 || from < text.length() || seconds > 1e6
                ? Optional.empty()
                : Optional.of(Duration.ofMillis((long) (seconds * 1000)));
    }
}
