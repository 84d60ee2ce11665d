package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client survives alone it survives through the gateway, and no later than its policy's waits. */
@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class DoNoHarmTest {

    private static final String SESSION = "x-claude-code-session-id: 0b5e";
    private static final String SLOW =
            "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down\"}}";

    @Test
    void conflictIsTriedAgain() throws Exception {
        String conflict = "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Conflict\"}}";
        try (Rig rig = new Rig().then(Replies.status(409, conflict), Replies.json(Replies.GOOD_JSON))) {
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void clientThatWaitedAsToldIsServed() throws Exception {
        try (Rig rig = new Rig().then(Replies.status(429, SLOW, "retry-after: 65"), Replies.json(Replies.GOOD_JSON))) {
            RawClient.Got told = rig.ask(SESSION);
            assertThat(told.status()).isEqualTo(429);
            assertThat(told.header("retry-after")).isEqualTo("65");
            assertThat(told.header("x-should-retry")).isEmpty();
            rig.time.advance(Duration.ofSeconds(20));
            assertThat(rig.ask(SESSION).header("retry-after"))
                    .as("what is left of it")
                    .isEqualTo("45");
            rig.time.advance(Duration.ofSeconds(46));
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void geminiCliHearsThatMoneyIsFinalInWordsThatItKnows() throws Exception {
        String noMoney =
                "{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota, please check your plan"
                        + " and billing details.\",\"status\":\"RESOURCE_EXHAUSTED\"}}";
        String path = "/v1beta/models/gemini-2.5-flash:generateContent";
        String ask = "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Hi\"}]}]}";
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.status(429, noMoney));
            RawClient.Got told = rig.post(path, ask, "user-agent: GeminiCLI/0.61.0/gemini-2.5-flash");
            assertThat(told.status()).isEqualTo(429);
            assertThat(told.body())
                    .startsWith(noMoney.substring(0, noMoney.length() - 2))
                    .contains("google.rpc.RetryInfo", "\"retryDelay\":\"3600s\"");
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.post(path, ask, "user-agent: other/1").body())
                    .as("others get the provider's bytes")
                    .isEqualTo(noMoney);
        }
    }

    @Test
    void opencodeHearsThatMoneyIsFinalByAStatusThatItDoesNotTryAgain() throws Exception {
        String noMoney = "{\"error\":{\"message\":\"You exceeded your current quota, please check your plan and"
                + " billing details.\",\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\"}}";
        String path = "/v1/chat/completions";
        String ask = "{\"model\":\"some\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.status(429, noMoney));
            RawClient.Got told = rig.post(path, ask, "user-agent: opencode/1.18.33", "session-id: one");
            assertThat(told.status()).isEqualTo(402);
            assertThat(told.body()).as("the provider's words").isEqualTo(noMoney);
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.post(path, ask, "user-agent: other/1", "session-id: two")
                            .status())
                    .as("others get the provider's status")
                    .isEqualTo(429);
        }
    }

    @Test
    void aContentFilterEndsItAfterOneCallUnlessThePolicyNamesIt() throws Exception {
        String filtered = "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
                + "\"message\":\"Output blocked by content filtering policy\"}}";
        try (Rig rig = new Rig(o -> o.policy(PolicyTemplates.get("patient")))) {
            rig.upstream.always(Replies.status(400, filtered));
            RawClient.Got told = rig.ask(SESSION);
            assertThat(told.status()).isEqualTo(400);
            assertThat(told.body()).isEqualTo(filtered);
            assertThat(rig.upstream.calls()).isEqualTo(1);
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.time.advance(Duration.ofSeconds(31));
            assertThat(rig.ask(SESSION).status()).as("not remembered for long").isEqualTo(200);
        }
        try (Rig rig = new Rig(
                        o -> o.policy(PolicyTemplates.get("patient").alwaysRetry(Set.of(FailureType.CONTENT_FILTER))))
                .then(Replies.status(400, filtered), Replies.json(Replies.GOOD_JSON))) {
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void othersOfTheAccountHearTheSameRefusal() throws Exception {
        try (Rig rig = new Rig().then(Replies.status(429, SLOW, "retry-after: 300"))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask("session-id: one", "x-api-key: a").status()).isEqualTo(429);
            rig.time.advance(Duration.ofSeconds(100));
            RawClient.Got other =
                    rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Other"), "session-id: two", "x-api-key: a");
            assertThat(other.status()).isEqualTo(429);
            assertThat(other.header("retry-after")).isEqualTo("200");
            assertThat(other.body()).contains("rate_limit_error").contains("slow down");
            assertThat(rig.ask("session-id: three", "x-api-key: b").status())
                    .as("another account")
                    .isEqualTo(200);
        }
    }

    @Test
    void longStatedWaitIsKeptBehindSignsOfLife() throws Exception {
        try (Rig rig = new Rig(o -> o.policy(PolicyTemplates.get("patient")))
                .then(Replies.status(429, SLOW, "retry-after: 65"), Replies.stream(Replies.GOOD_STREAM))) {
            RawClient.Got got = rig.askStream(SESSION);
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).contains("message_stop");
            assertThat(rig.time.sleeps()).anyMatch(slept -> slept.compareTo(Duration.ofSeconds(65)) >= 0);
        }
    }

    @Test
    void outageThatEndsWhileTheClientKeepsTryingIsNoticed() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            rig.time.advance(Duration.ofSeconds(10));
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            assertThat(rig.upstream.calls()).isEqualTo(4);
            rig.time.advance(Duration.ofSeconds(25));
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            assertThat(rig.upstream.calls()).as("one look").isEqualTo(5);
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.time.advance(Duration.ofSeconds(35));
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
            assertThat(rig.upstream.calls()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/messages | {\"type\":\"message\",\"content\":[],\"stop_reason\":\"refusal\",\"usage\":{}}",
                "/v1/responses | {\"object\":\"response\",\"status\":\"incomplete\",\"output\":[],\"incomplete_details\":{\"reason\":\"content_filter\"}}",
            })
    void answerThatIsWithheldIsAnAnswer(String path, String body) throws Exception {
        try (Rig rig = new Rig().then(Replies.json(body))) {
            RawClient.Got got = rig.post(path, Rig.ASK);
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).isEqualTo(body);
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/chat/completions | {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"content_filter\"}]}",
                "/v1beta/models/gemini-x:streamGenerateContent?alt=sse | {\"candidates\":[{\"finishReason\":\"SAFETY\"}]}",
                "/v1/responses | {\"type\":\"response.incomplete\",\"response\":{\"output\":[],\"incomplete_details\":{\"reason\":\"content_filter\"}}}",
            })
    void streamThatIsWithheldIsAnAnswer(String path, String event) throws Exception {
        String end = path.contains("chat") ? "data: [DONE]\n\n" : "";
        try (Rig rig = new Rig().then(Replies.stream("data: " + event + "\n\n" + end))) {
            RawClient.Got got = rig.post(path, Rig.ASK_STREAM);
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).contains(event);
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }

    @Test
    void attemptTimeoutAndDeadlineBind() throws Exception {
        RetryPolicy hasty = Rig.FOUR.attemptTimeout(Duration.ofSeconds(6)).deadline(Duration.ofSeconds(19));
        FastTime time = FastTime.of(20);
        try (Rig rig = new Rig(o -> o.time(time).policy(hasty))) {
            rig.then(Replies.idleTimeout(), Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().status()).as("the second attempt answers").isEqualTo(200);
            rig.upstream.always(Replies.idleTimeout());
            long begun = time.nanos();
            assertThat(rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Ho")).status())
                    .isEqualTo(504);
            assertThat(Duration.ofNanos(time.nanos() - begun)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void nobodyIsHeldByABreakerLongerThanItsPolicyWaits() throws Exception {
        RetryPolicy policy = PolicyTemplates.get("default");
        FastTime time = FastTime.of(20);
        try (Rig rig = new Rig(o -> o.time(time).policy(policy));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            rig.upstream.always(Replies.status(500, "{}"));
            List<Callable<Integer>> asking = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String session = "session-id: s" + i;
                asking.add(() -> rig.ask(session).status());
            }
            for (int round = 0; round < 3; round++) {
                long begun = time.nanos();
                for (Future<Integer> status : clients.invokeAll(asking)) {
                    assertThat(status.get()).isGreaterThanOrEqualTo(500);
                }
                assertThat(Duration.ofNanos(time.nanos() - begun)).isLessThan(Duration.ofSeconds(40));
            }
        }
    }
}
