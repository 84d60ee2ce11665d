package dev.mulligan.simulator.wire;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.script.Regime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How each provider tells what is left of a rate window. */
public final class RateHeaders {

    private RateHeaders() {}

    public static Map<String, String> of(Wire wire, Optional<Regime.Left> left) {
        Map<String, String> headers = new LinkedHashMap<>();
        int remaining = left.map(Regime.Left::remaining).orElse(999);
        switch (wire) {
            case ANTHROPIC -> {
                headers.put("request-id", "req_sim");
                headers.put("anthropic-ratelimit-requests-remaining", String.valueOf(remaining));
                left.ifPresent(window -> {
                    headers.put("anthropic-ratelimit-requests-limit", String.valueOf(window.limit()));
                    headers.put("anthropic-ratelimit-requests-reset", seconds(window.resets()));
                });
            }
            case CHAT, RESPONSES -> {
                headers.put("x-request-id", "req_sim");
                headers.put("x-ratelimit-remaining-requests", String.valueOf(remaining));
                left.ifPresent(window -> {
                    headers.put("x-ratelimit-limit-requests", String.valueOf(window.limit()));
                    headers.put(
                            "x-ratelimit-reset-requests", window.untilReset().toMillis() + "ms");
                });
            }
            case GEMINI -> headers.put("x-request-id", "req_sim");
        }
        return headers;
    }

    /** The same with the wait of a request that is refused. */
    public static Map<String, String> refusing(Wire wire, Optional<Regime.Left> left) {
        Map<String, String> headers = of(wire, left);
        left.ifPresent(window -> headers.put("retry-after", String.valueOf(wholeSeconds(window.untilReset()))));
        return headers;
    }

    /** Whoever waits so long finds the window full again. */
    static long wholeSeconds(Duration wait) {
        return Math.max(1, (wait.toMillis() + 999) / 1000);
    }

    private static String seconds(Instant at) {
        return Instant.ofEpochSecond((at.toEpochMilli() + 999) / 1000).toString();
    }
}
