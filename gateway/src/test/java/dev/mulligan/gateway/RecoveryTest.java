package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures before anything is visible are the gateway's business alone. */
@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class RecoveryTest {

    private static void recovers(ScriptedUpstream.Step fault) throws Exception {
        try (Rig rig = new Rig().then(fault, fault, Replies.json(Replies.GOOD_JSON))) {
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).isEqualTo(Replies.GOOD_JSON);
            assertThat(got.header("x-mulligan-attempts")).isEqualTo("3");
            assertThat(rig.upstream.calls()).isEqualTo(3);
            assertThat(rig.upstream.seen().get(2).text()).isEqualTo(Rig.ASK);
            assertThat(rig.time.sleeps()).hasSize(2);
            assertThat(rig.finished().episode().failures()).isEqualTo(2);
        }
    }

    @Test
    void aGatewayThatEndsHasToldHowEachRequestEnded() throws Exception {
        CountDownLatch mayTell = new CountDownLatch(1);
        List<Event> told = new CopyOnWriteArrayList<>();
        try (Rig rig = new Rig(options -> options.listener(fact -> fact.event().ifPresent(event -> {
                    if (event instanceof RetryEvent.RetrySucceeded) {
                        awaiting(mayTell);
                    }
                    told.add(event);
                })))
                .then(Replies.overloaded(), Replies.json(Replies.GOOD_JSON))) {
            assertThat(rig.ask().status()).isEqualTo(200);
            Thread closing = Thread.ofPlatform().start(rig.gateway::close);
            assertThat(closing.join(Duration.ofMillis(500)))
                    .as("ended although a request has not been told")
                    .isFalse();
            mayTell.countDown();
            closing.join();
            assertThat(told).anyMatch(RetryEvent.RetrySucceeded.class::isInstance);
        }
    }

    private static void awaiting(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void overloaded() throws Exception {
        recovers(Replies.overloaded());
    }

    @Test
    void serverErrorWithHtml() throws Exception {
        recovers(Replies.status(502, "<html><body>Bad Gateway</body></html>"));
    }

    @Test
    void resetBeforeHeaders() throws Exception {
        recovers(Replies.reset());
    }

    @Test
    void emptyAnswer() throws Exception {
        recovers(Replies.json(""));
    }

    @Test
    void webPageInsteadOfAnAnswer() throws Exception {
        recovers(Replies.json("<!doctype html><html><body>Sign in</body></html>"));
    }

    @Test
    void truncatedAnswer() throws Exception {
        recovers(Replies.json(Replies.GOOD_JSON.substring(0, 90)));
    }

    @Test
    void answerCutOffByTheNetwork() throws Exception {
        recovers((seen, line) -> {
            line.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"id\":");
            Thread.sleep(30);
            line.reset();
        });
    }

    @Test
    void answerWithoutContent() throws Exception {
        recovers(Replies.json("{\"type\":\"message\",\"content\":[],\"usage\":{\"output_tokens\":0}}"));
    }

    @Test
    void errorInsideAGoodStatus() throws Exception {
        recovers(Replies.json(Replies.OVERLOADED));
    }

    @Test
    void statedWaitIsKept() throws Exception {
        try (Rig rig = new Rig()
                .then(Replies.status(
                        429,
                        "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow\"}}",
                        "retry-after: 7"))
                .then(Replies.json(Replies.GOOD_JSON))) {
            assertThat(rig.ask().status()).isEqualTo(200);
            assertThat(rig.time.sleeps().stream().reduce(Duration.ZERO, Duration::plus))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void permanentFailureIsPassedOnAtOnceAndIntact() throws Exception {
        String body =
                "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}";
        try (Rig rig = new Rig().then(Replies.status(401, body, "request-id: r9"))) {
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(401);
            assertThat(got.body()).isEqualTo(body);
            assertThat(got.header("request-id")).isEqualTo("r9");
            assertThat(got.header("x-should-retry")).isEqualTo("false");
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.finished().failure().orElseThrow().type()).isEqualTo(FailureType.AUTH_ERROR);
        }
    }

    @Test
    void contextLimitReachesTheClientVerbatim() throws Exception {
        String body =
                "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 212000 tokens > 200000 maximum\"}}";
        try (Rig rig = new Rig().then(Replies.status(400, body))) {
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(400);
            assertThat(got.body()).isEqualTo(body);
            assertThat(got.header("x-should-retry")).isEmpty();
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }

    @Test
    void clientThatLeavesDuringAWaitEndsTheRecovery() throws Exception {
        // Real time: the wait must really be under way when the client leaves.
        try (Rig rig = new Rig(o -> o.time(dev.mulligan.attempt.Time.system()))) {
            rig.then(Replies.overloaded());
            RawClient client = rig.client();
            client.send(Rig.MESSAGES, Rig.ASK);
            while (rig.gateway.activeRetries().isEmpty()) {
                Thread.sleep(5);
            }
            client.close();
            assertThat(rig.finished().failure().orElseThrow().type()).isEqualTo(FailureType.CANCELLED);
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.gateway.activeRetries()).isEmpty();
        }
    }

    @Test
    void otherMethodsOfOtherPathsAreNotRepeated() throws Exception {
        try (Rig rig = new Rig().then(Replies.status(500, "{}"))) {
            assertThat(rig.post("/v1/files", "x").status()).isEqualTo(500);
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }
}
