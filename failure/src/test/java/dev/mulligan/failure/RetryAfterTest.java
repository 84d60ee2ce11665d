package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.delay.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static Optional<Duration> stated(String text) {
        Evidence evidence = new Evidence.Thrown(Optional.empty(), text, OptionalInt.of(429), Optional.of(NOW));
        return switch (Classifier.standard().classify(evidence)) {
            case Verdict.Failed failed -> failed.failure().retryAfter();
            case Verdict.NotAFailure no -> throw new AssertionError(no);
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "try again in 1h2m3.5s | 3723500",
                "Please retry after 20 seconds. | 20000",
                "Please try again in 174ms. | 174",
                "Try again in 4 days 20 hours 9 minutes. | 418140000",
                "Retry after 1,200 seconds | 1200000",
                "quota will reset after 2h3m | 7380000",
                "please wait 5 minutes before trying again | 300000",
                "please try again in about 2 minutes | 120000",
                "Retry-After: 30 | 30000",
                "Please wait for 1 minute and 30 seconds | 90000",
                "{\"retryDelay\": \"3.25s\"} | 3250",
                "{'retry_after': 12} | 12000",
                "{\\\"retry_after_ms\\\": 250} | 250",
                "{\"resets_in_seconds\":90} | 90000",
                "{\"resets_at\":1772359230} | 30000",
                "{\"reset_at\":\"2026-03-01T10:01:00Z\"} | 60000",
                "limit will reset at 3pm (Europe/Berlin) | 14400000",
                "limit · resets 12:30pm (UTC) | 9000000",
                "resets Mar 2, 10am (UTC) | 86400000",
                "try again at 2026-03-01 10:05 UTC | 300000",
                "try again at 2026-03-01T11:00:00+00:30 | 1800000",
                "available again at Mar 1st, 2026 10:30 AM UTC | 1800000",
                "retry after Sun, 01 Mar 2026 10:00:45 GMT | 45000",
            })
    void readsTheText(String text, long millis) {
        assertThat(stated(text)).contains(Duration.ofMillis(millis));
    }

    @Test
    void readsTheEpochAfterABar() {
        assertThat(stated("usage limit reached|1772362800")).contains(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Too many requests",
                "Retrying in 18 seconds… (attempt 6/10)",
                "rate limited, will retry in 5s",
                "try again in a few minutes",
                "try again later",
                "try again at 9:30 PM.",
                "5-hour limit reached ∙ resets 2am",
                "retry after 5 attempts",
                "retry after -5 seconds",
                "try again in 99999999999999999999999999 seconds",
                "try again in NaN seconds",
                "{\"retry_after\": null}",
                "{\"retry_delay_ms\": 2000}",
                "resets at 31pm (UTC)",
                "resets at 3pm (Mars/Olympus)",
                "reset at 2026-13-45T99:00:00Z",
                "usage limit reached|99999999999999999999"
            })
    void inventsNothing(String text) {
        assertThat(stated(text)).isEmpty();
    }

    @Test
    void readsHeadersInTheirOrder() {
        assertThat(RetryAfter.fromHeaders(Map.of("retry-after-ms", "1500", "retry-after", "9"), Optional.empty()))
                .contains(Duration.ofMillis(1500));
        assertThat(RetryAfter.fromHeaders(Map.of("retry-after", "9"), Optional.empty()))
                .contains(Duration.ofSeconds(9));
        assertThat(RetryAfter.fromHeaders(Map.of("retry-after", "Sun, 01 Mar 2026 10:00:30 GMT"), Optional.of(NOW)))
                .contains(Duration.ofSeconds(30));
        assertThat(RetryAfter.fromHeaders(Map.of("retry-after", "Sun, 01 Mar 2026 10:00:30 GMT"), Optional.empty()))
                .isEmpty();
        assertThat(RetryAfter.fromHeaders(Map.of("retry-after", "soon"), Optional.of(NOW)))
                .isEmpty();
    }

    @Test
    void readsTheResetOfWhatHasRunOut() {
        Map<String, String> headers = Map.of(
                "x-ratelimit-remaining-requests", "99",
                "x-ratelimit-reset-requests", "2m59.56s",
                "x-ratelimit-remaining-tokens", "0",
                "x-ratelimit-reset-tokens", "7.66s");
        assertThat(RetryAfter.fromHeaders(headers, Optional.empty())).contains(Duration.ofMillis(7660));
        Map<String, String> epoch = Map.of("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772359260");
        assertThat(RetryAfter.fromHeaders(epoch, Optional.of(NOW))).contains(Duration.ofMinutes(1));
        assertThat(RetryAfter.fromHeaders(epoch, Optional.empty())).isEmpty();
        assertThat(RetryAfter.fromHeaders(
                        Map.of("x-ratelimit-remaining", "5", "x-ratelimit-reset", "60"), Optional.of(NOW)))
                .isEmpty();
    }
}
