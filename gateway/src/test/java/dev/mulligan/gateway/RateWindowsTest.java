package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.guard.RateWindows;
import dev.mulligan.gateway.options.RateWindow;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is left of an account's allowance, from the headers of an answer. */
class RateWindowsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static Optional<RateWindow> read(String... headers) {
        MultiMap all = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        return RateWindows.tightest(all, NOW);
    }

    @Test
    void theTightestOfSeveralWindowsIsTold() {
        assertThat(read(
                        "anthropic-ratelimit-requests-remaining", "900",
                        "anthropic-ratelimit-requests-limit", "1000",
                        "anthropic-ratelimit-input-tokens-remaining", "2000",
                        "anthropic-ratelimit-input-tokens-limit", "40000",
                        "anthropic-ratelimit-input-tokens-reset", "2026-01-01T00:00:30Z"))
                .contains(new RateWindow(
                        "input tokens",
                        0.05,
                        Optional.of(2000L),
                        Optional.of(40000L),
                        Optional.of(NOW.plusSeconds(30))));
        assertThat(read(
                        "x-ratelimit-remaining-requests", "0",
                        "x-ratelimit-limit-requests", "60",
                        "x-ratelimit-reset-requests", "1m30s"))
                .contains(new RateWindow(
                        "requests", 0, Optional.of(0L), Optional.of(60L), Optional.of(NOW.plusSeconds(90))));
    }

    @Test
    void aSubscriptionTellsOnlyTheUsedShare() {
        assertThat(read(
                        "anthropic-ratelimit-unified-5h-utilization", "0.75",
                        "anthropic-ratelimit-unified-5h-reset",
                                String.valueOf(NOW.plusSeconds(3600).getEpochSecond()),
                        "anthropic-ratelimit-unified-7d-utilization", "1.2"))
                .contains(new RateWindow("7-day window", 0, Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(read("anthropic-ratelimit-unified-5h-utilization", "0.75")
                        .orElseThrow()
                        .share())
                .isEqualTo(0.25);
    }

    @Test
    void nonsenseTellsNothing() {
        assertThat(read()).isEmpty();
        assertThat(read("x-ratelimit-remaining-requests", "many", "x-ratelimit-limit-requests", "60"))
                .isEmpty();
        assertThat(read("x-ratelimit-remaining-requests", "5", "x-ratelimit-limit-requests", "0"))
                .isEmpty();
        assertThat(read("anthropic-ratelimit-requests-remaining", "5")).isEmpty();
        assertThat(read("anthropic-ratelimit-unified-5h-utilization", "NaN")).isEmpty();
    }
}
