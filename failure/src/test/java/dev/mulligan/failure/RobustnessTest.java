package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mulligan.failure.classify.Classifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class RobustnessTest {
    private static final Classifier CLASSIFIER = Classifier.standard();
    private static final String[] PIECES = {
        "{\"error\":{\"message\":\"",
        "\\\"",
        "\\\\\\\"",
        "retry after ",
        "try again in ",
        "resets at ",
        "99999999999999",
        "0.0000001",
        "ms",
        "h",
        "|",
        "429",
        "\u001b[31m",
        "\ud800",
        "\udfff",
        "\u0000",
        "data: ",
        "[DONE]",
        "'content': '",
        "3pm (Europe/Berlin)",
        "-1",
        "NaN",
        "1e308",
        "attempt 10/10",
        "only afford ",
        "\n",
        ": ",
        "limit",
        "{\"type\":\"result\"",
        "T",
        "2026-02-30",
        "+99:99",
        "Zulu/Zone",
        "}",
        "]",
        "余额不足"
    };

    private static String garbage(Random random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(60);
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(4) == 0) {
                text.append((char) random.nextInt(0x10000));
            } else {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return text.toString();
    }

    @Test
    void anyTextGetsAnAnswer() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            int status = random.nextInt(700) - 50;
            Map<String, String> headers = Map.of(
                    "retry-after",
                    garbage(random),
                    "x-ratelimit-remaining-a",
                    "0",
                    "x-ratelimit-reset-a",
                    garbage(random));
            Optional<Instant> at = random.nextBoolean() ? Optional.of(Instant.EPOCH) : Optional.empty();
            List<Evidence> all = List.of(
                    new Evidence.Http(status, headers, garbage(random), at),
                    new Evidence.Stream(status, headers, garbage(random), at),
                    new Evidence.Thrown(Optional.of(garbage(random)), garbage(random), OptionalInt.empty(), at),
                    new Evidence.Exited(
                            garbage(random),
                            OptionalInt.of(random.nextInt(260)),
                            Optional.empty(),
                            garbage(random),
                            garbage(random),
                            at));
            for (Evidence evidence : all) {
                assertThatCode(() -> {
                            Verdict verdict = CLASSIFIER.classify(evidence);
                            if (verdict instanceof Verdict.Failed failed) {
                                assertThat(failed.failure().message().length()).isLessThan(400);
                                failed.failure()
                                        .retryAfter()
                                        .ifPresent(delay ->
                                                assertThat(delay).isBetween(Duration.ZERO, Duration.ofDays(400)));
                            }
                        })
                        .as("seed %d: %s", seed, evidence)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void aCauseIsFoundAtBothEndsOfAHugeBody() {
        String filler = "lorem ipsum \\\" { ' dolor ".repeat(4_000_000);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(type("prompt is too long " + filler)).isEqualTo(FailureType.CONTEXT_LIMIT);
            assertThat(type(filler + " prompt is too long")).isEqualTo(FailureType.CONTEXT_LIMIT);
        });
    }

    @Test
    void hostileTextTakesLinearTime() {
        String quotes = "\"content\":\"".repeat(6000);
        String backslashes = "\\".repeat(60_000) + "\"";
        String almost = "rate limi".repeat(7000);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 50; i++) {
                type(quotes);
                type("\"content\":\"" + backslashes.repeat(1));
                type(almost);
            }
        });
    }

    private static FailureType type(String body) {
        return switch (CLASSIFIER.classify(new Evidence.Http(400, Map.of(), body))) {
            case Verdict.Failed failed -> failed.failure().type();
            case Verdict.NotAFailure no -> throw new AssertionError(no);
        };
    }
}
