package dev.mulligan.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventTickerTest {

    private static final Instant FULL_MINUTE = Instant.parse("2026-01-31T12:03:00Z");

    private final StringWriter printed = new StringWriter();

    private String tell(Failure... failures) {
        Screen screen = new Screen(new PrintWriter(printed), false);
        try (EventTicker ticker = EventTicker.of(screen, false, InstantSource.fixed(FULL_MINUTE))) {
            for (Failure failure : failures) {
                ticker.on(ended(failure));
            }
        }
        return printed.toString();
    }

    @Test
    void theSecondsAreThereAtAFullMinute() {
        assertThat(tell(failure(FailureType.OVERLOADED, "provider")))
                .matches("(?s)\\d\\d:\\d\\d:00 lost     m after 5 ms and 1 call: overloaded \\(no\\)\\R");
    }

    @Test
    void whatNoAttemptCouldHelpIsRefusedAndNotLost() {
        assertThat(tell(
                                failure(FailureType.AUTH_ERROR, "provider"),
                                failure(FailureType.MODEL_UNAVAILABLE, "provider"),
                                failure(FailureType.CANCELLED, "gateway.given-up"),
                                failure(FailureType.QUOTA_EXHAUSTED, "gateway.refused"))
                        .lines())
                .hasSize(4)
                .allMatch(line -> line.contains(" refused  m after "));
    }

    /** A move between two keys has the same model on both sides: the upstreams are what tells them apart. */
    @Test
    void aMoveNamesWhatChanges() {
        try (EventTicker ticker =
                EventTicker.of(new Screen(new PrintWriter(printed), false), false, InstantSource.fixed(FULL_MINUTE))) {
            ticker.on(moved("m", "m", Optional.of("main#1"), Optional.of("main#2")));
            ticker.on(moved("gpt-5", "claude-sonnet-4-5", Optional.of("gpt"), Optional.of("claude")));
            ticker.on(moved("big", "small", Optional.empty(), Optional.empty()));
            ticker.on(new GatewayFact.Recovering(new RetryScheduled(
                    "o", 2, 8, 0, FULL_MINUTE, Remedy.Simple.WAIT, failure(FailureType.QUOTA_EXHAUSTED, "provider"))));
        }
        assertThat(printed.toString().lines().map(line -> line.substring(9)))
                .containsExactly(
                        "fallback main#1 → main#2",
                        "fallback gpt-5 at gpt → claude-sonnet-4-5 at claude",
                        "fallback big → small",
                        "again    at once, attempt 2 of 8: quota exhausted (no)");
    }

    private static GatewayFact moved(String from, String to, Optional<String> fromPlace, Optional<String> toPlace) {
        return new GatewayFact.Recovering(new FallbackUsed("o", from, to, fromPlace, toPlace, Optional.empty()));
    }

    @Test
    void theSentenceKeepsThemApart() {
        RescueCount count = new RescueCount();
        count.on(ended(failure(FailureType.AUTH_ERROR, "provider")));
        assertThat(count.sentence()).isEqualTo("1 request, none rescued, none lost, refused: 1 auth error");
        count.on(ended(failure(FailureType.OVERLOADED, "provider")));
        assertThat(count.sentence()).isEqualTo("2 requests, none rescued, lost: 1 overloaded, refused: 1 auth error");
    }

    private static Failure failure(FailureType type, String rule) {
        return Failure.of(type, false, "no", Action.STOP, rule);
    }

    private static GatewayFact.RequestFinished ended(Failure failure) {
        return new GatewayFact.RequestFinished(
                ProviderRequestFinished.of("req-1", "anthropic", "m")
                        .project("default")
                        .session("s")
                        .ended(false, 500)
                        .took(5)
                        .build(),
                FULL_MINUTE,
                "anthropic",
                1,
                Episode.EMPTY,
                Optional.of(failure),
                false,
                Optional.empty());
    }
}
