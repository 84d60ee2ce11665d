package dev.mulligan.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.Failures;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Decision;
import dev.mulligan.decide.Options;
import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            default      | 4  | 1000, 2000, 4000
            provider-api | 4  | 1000, 2000, 4000
            run_tests    | 5  | 2000, 4000, 8000, 16000
            install_deps | 3  | 500, 1000
            create_file  | 2  | 2000
            test         | 3  | 0, 0
            review       | 2  | 0
            build        | 2  | 0
            security     | 1  |
            patient      | 8  | 500, 1000, 2000, 4000, 8000, 15000, 15000
            aggressive   | 6  | 250, 500, 1000, 2000, 4000
            conservative | 2  | 5000
            off          | 1  |
            """)
    void templatesHaveTheDelaysTheyPromise(String name, int tries, String delays) {
        RetryPolicy policy = PolicyTemplates.get(name);

        assertThat(policy.maxAttempts()).isEqualTo(tries);
        List<Long> expected = delays == null
                ? List.of()
                : Arrays.stream(delays.split(","))
                        .map(s -> Long.parseLong(s.strip()))
                        .toList();
        assertThat(policy.plainDelays().stream().map(Duration::toMillis).toList())
                .isEqualTo(expected);
    }

    @Test
    void theTemplatesLimitsAreThoseOfTheTable() {
        assertThat(PolicyTemplates.get("default").backoff().cap()).isEqualTo(Duration.ofSeconds(30));
        assertThat(PolicyTemplates.get("provider-api").backoff().cap()).isEqualTo(Duration.ofSeconds(10));
        assertThat(PolicyTemplates.get("patient").maxServerWait()).isEqualTo(Duration.ofMinutes(10));
        assertThat(PolicyTemplates.get("unattended").maxAttempts()).isEqualTo(50);
        assertThat(PolicyTemplates.get("run_tests").backoff().jitter()).isEqualTo(Jitter.TEN_PERCENT);
    }

    @Test
    void anUnknownTemplateNamesTheOnesThereAre() {
        assertThatThrownBy(() -> PolicyTemplates.get("defualt"))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("defualt")
                .hasMessageContaining("provider-api");
    }

    @Test
    void securityIsNeverRetriedWhateverTheActionIsCalled() {
        assertThat(PolicyTemplates.forAction("run_security_scan").maxAttempts()).isEqualTo(1);
        assertThat(PolicyTemplates.forAction("run_tests").maxAttempts()).isEqualTo(5);
        assertThat(PolicyTemplates.forAction("write_docs").name()).isEqualTo("default");
    }

    @Test
    void stepTypesKnowWhichTextsAreWorthARetry() {
        assertThat(decide("run_tests", "Test Failed: 3 of 10", 1)).isInstanceOf(Decision.Retry.class);
        assertThat(decide("install_deps", "npm error 404 Not Found", 1)).isInstanceOf(Decision.Retry.class);
        assertThat(decide("install_deps", "npm error 404 Not Found", 2)).isInstanceOf(Decision.GiveUp.class);
        assertThat(decide("install_deps", "socket hang up ECONNRESET", 2)).isInstanceOf(Decision.Retry.class);
        assertThat(decide("create_file", "EACCES: permission denied", 1)).isInstanceOf(Decision.Retry.class);
        assertThat(decide("create_file", "syntax error", 1)).isInstanceOf(Decision.GiveUp.class);
    }

    private static Decision decide(String template, String message, int failures) {
        Episode episode = Episode.EMPTY;
        for (int i = 1; i <= failures; i++) {
            episode = episode.with(new Episode.Entry(
                    i, Optional.empty(), Remedy.Simple.WAIT, Failures.testFailed(message), Duration.ZERO));
        }
        return PolicyTemplates.get(template).decide(episode, new Decider.Moment(Duration.ofDays(1), 0.5, Options.NONE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "1.5", "many", "99999999"})
    void badAttemptsAreRefusedByName(String value) {
        assertThatThrownBy(() -> layer("maxAttempts", value).resolve())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("maxAttempts")
                .hasMessageContaining("here");
    }

    @ParameterizedTest
    @CsvSource({
        "base, -1s",
        "base, 5",
        "base, 1x",
        "base, ''",
        "base, 100000d",
        "cap, 0.5ms",
        "factor, NaN",
        "factor, 0",
        "factor, Infinity",
        "backoff, quadratic",
        "jitter, some",
        "deadline, 0",
        "attemptTimeout, 0s",
        "onLongWait, cry",
        "retryOn, rate_limits",
        "escalateAfter, -2",
        "maxRetries, 3"
    })
    void badFieldsAreRefusedByName(String field, String value) {
        assertThatThrownBy(() -> layer(field, value).resolve())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining(field);
    }

    private static PolicyLayers layer(String field, String value) {
        return PolicyLayers.builtIn().over(new PolicyLayers.Layer("here", Map.of(field, value)));
    }

    @Test
    void laterLayersWinAndEachValueKnowsItsOrigin() {
        PolicyLayers.Effective effective = PolicyLayers.builtIn()
                .over(new PolicyLayers.Layer("user", Map.of("maxAttempts", 9, "cap", "1m")))
                .over(new PolicyLayers.Layer("project", Map.of("template", "patient", "maxAttempts", 3)))
                .over(new PolicyLayers.Layer("step", Map.of("retryOn", List.of("overloaded", "timeout"))))
                .resolve();

        assertThat(effective.policy().maxAttempts()).isEqualTo(3);
        assertThat(effective.policy().retryOn()).containsExactlyInAnyOrder(FailureType.OVERLOADED, FailureType.TIMEOUT);
        assertThat(origin(effective, "maxAttempts")).isEqualTo("project");
        assertThat(origin(effective, "cap")).isEqualTo("template patient (project)");
        assertThat(origin(effective, "retryOn")).isEqualTo("step");
        assertThat(effective.shadowed())
                .extracting(PolicyLayers.Shadowed::field)
                .containsExactlyInAnyOrder("maxAttempts", "cap");
    }

    private static String origin(PolicyLayers.Effective effective, String field) {
        return effective.settings().stream()
                .filter(setting -> setting.field().equals(field))
                .findFirst()
                .orElseThrow()
                .origin();
    }

    @Test
    void neverIsAPolicyForAnyStage() {
        assertThat(layer("template", "never").resolve().policy().maxAttempts()).isEqualTo(1);
    }

    @Test
    void lintSaysWhatNeverFires() {
        RetryPolicy policy = PolicyTemplates.get("default")
                .deadline(Duration.ofSeconds(2))
                .maxServerWait(Duration.ofMinutes(1))
                .escalateAfter(4);

        assertThat(PolicyLint.check(policy))
                .extracting(PolicyLint.Finding::field)
                .contains("maxAttempts", "maxServerWait", "cap", "escalateAfter");
        assertThat(PolicyLint.check(PolicyTemplates.get("patient"))).isEmpty();
        assertThat(PolicyLint.check(RetryPolicy.never().retryText(List.of(TextRule.of("x")))))
                .extracting(PolicyLint.Finding::field)
                .containsExactly("retryText");
    }

    @Test
    void jitterStaysWithinItsBounds() {
        Random random = new Random(7);
        Backoff base = Backoff.exponential(Duration.ofSeconds(1)).capped(Duration.ofSeconds(10));
        for (int i = 0; i < 10_000; i++) {
            int retry = 1 + random.nextInt(12);
            double chance = random.nextDouble();
            Duration plain = base.spread(Jitter.OFF).delay(retry, Duration.ZERO, chance);
            Duration ten = base.delay(retry, Duration.ZERO, chance);
            assertThat(ten.toNanos()).isBetween((long) (plain.toNanos() * 0.9) - 1, (long) (plain.toNanos() * 1.1) + 1);
            assertThat(ten).isLessThanOrEqualTo(Duration.ofSeconds(10));
            assertThat(base.spread(Jitter.FULL).delay(retry, Duration.ZERO, chance))
                    .isBetween(Duration.ZERO, plain);
            Duration previous = Duration.ofMillis(random.nextInt(8000));
            assertThat(base.spread(Jitter.DECORRELATED).delay(retry, previous, chance))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500ms", "2s, 2s", "90s, 1m30s", "1.5h, 1h30m", "0, 0s", "1d2h, 1d2h", "0.25s, 250ms"})
    void durationsAreReadAndShownAsPeopleWriteThem(String text, String shown) {
        assertThat(PolicyText.duration(PolicyText.parseDuration("f", text))).isEqualTo(shown);
    }
}
