package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The verdict as a whole: which evidence wins, and that its parts agree. */
class VerdictTest {
    private static final String CONFLICT = "{\"error\":{\"message\":\"Conflict\"}}";

    @Test
    void whatTheServiceSaysToDoOutranksItsStatus() {
        assertThat(http(409, CONFLICT).retryable()).isTrue();
        assertThat(http(409, CONFLICT, "x-should-retry", "false").retryable()).isFalse();
        assertThat(http(400, "", "x-should-retry", "true").retryable()).isTrue();
        assertThat(http(400, "", "x-should-retry", "perhaps").retryable()).isFalse();
        assertThat(http(500, "", "x-should-retry", "false").retryable()).isFalse();
        assertThat(http(409, "{\"message\":\"the run already exists\"}").retryable())
                .isFalse();
        assertThat(http(400, "{\"message\":\"You can retry your request, or contact us.\"}")
                        .retryable())
                .isTrue();
        assertThat(http(400, "{\"message\":\"Please modify your prompt and try again later\"}")
                        .retryable())
                .isFalse();
    }

    @Test
    void aHeaderNeitherPaysABillNorShortensAWait() {
        String noMoney = "{\"error\":{\"code\":\"insufficient_quota\"}}";
        assertThat(http(429, noMoney, "x-should-retry", "true").retryable()).isFalse();
        assertThat(http(429, "", "x-should-retry", "true", "retry-after", "7200")
                        .retryable())
                .isFalse();
    }

    @Test
    void aFieldThatSaysWhenToRetryOutranksTheWindowAndTheSentence() {
        Failure failure = http(
                429,
                "{\"error\":{\"message\":\"Rate limit. Your quota will reset after 0s.\",\"details\":["
                        + "{\"metadata\":{\"quotaResetDelay\":\"120s\"}},{\"retryDelay\":\"0.54s\"}]}}");
        assertThat(failure.retryAfter().orElseThrow()).hasMillis(540);
    }

    @Test
    void theAnswerSaysWhichEvidenceWon() {
        VerdictExplanation words = explain(400, "{\"error\":{\"message\":\"rate limit exceeded\"}}");
        assertThat(words.typeBy()).isEqualTo("body");
        assertThat(words.retryBy()).isEqualTo("type rate_limit");
        assertThat(words.notes())
                .containsExactly("status 400 alone would mean invalid_request; what the answer says counts more");

        VerdictExplanation status = explain(409, "", "x-should-retry", "false");
        assertThat(status.typeBy()).isEqualTo("status 409");
        assertThat(status.retryBy()).isEqualTo("header x-should-retry");

        VerdictExplanation header = explain(400, "{}", "x-amzn-errortype", "ThrottlingException");
        assertThat(header.typeBy()).isEqualTo("headers");

        Rule rule = Rule.containing("ours", FailureType.OVERLOADED, "PROXY-77");
        assertThat(Classifier.withRules(List.of(rule))
                        .explain(new Evidence.Http(502, Map.of(), "PROXY-77"))
                        .typeBy())
                .isEqualTo("your rule");
    }

    @Test
    void worthARetryAndWhatToDoNeverContradictEachOther() {
        for (String corpus : List.of("errors-dev", "errors-own", "errors-peers", "errors-later")) {
            for (LabelledCase one : LabelledCase.read(corpus + ".jsonl")) {
                agrees(one.id(), one.evidence());
                if (one.evidence()
                        instanceof
                        Evidence.Http(
                                int status,
                                Map<String, String> headers,
                                String body,
                                Optional<java.time.Instant> at)) {
                    for (String advice : List.of("true", "false")) {
                        Map<String, String> advised = new TreeMap<>(headers);
                        advised.put("x-should-retry", advice);
                        agrees(one.id() + " " + advice, new Evidence.Http(status, advised, body, at));
                    }
                }
            }
        }
    }

    private static void agrees(String id, Evidence evidence) {
        if (Classifier.standard().classify(evidence) instanceof Verdict.Failed(Failure failure)) {
            boolean repeats = failure.bestAction() == Action.RETRY || failure.bestAction() == Action.RETRY_AFTER_DELAY;
            boolean elsewhere = failure.bestAction() == Action.FALLBACK_MODEL;
            assertThat(failure.retryable() ? repeats || elsewhere : !repeats)
                    .as(id + ": " + failure)
                    .isTrue();
        }
    }

    private static Failure http(int status, String body, String... headers) {
        return ((Verdict.Failed) Classifier.standard().classify(answer(status, body, headers))).failure();
    }

    private static VerdictExplanation explain(int status, String body, String... headers) {
        return Classifier.standard().explain(answer(status, body, headers));
    }

    private static Evidence answer(int status, String body, String... headers) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            map.put(headers[i], headers[i + 1]);
        }
        return new Evidence.Http(status, map, body);
    }
}
