package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.attempt.Time;
import dev.mulligan.gateway.options.GatewayLimits;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is refused, and how. */
@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class LimitsTest {

    private static RawClient.Got raw(Rig rig, String request) throws Exception {
        try (RawClient client = rig.client()) {
            client.raw(request);
            return client.read();
        }
    }

    @Test
    void webSocketIsRefusedSoThatTheClientUsesHttp() throws Exception {
        try (Rig rig = new Rig()) {
            RawClient.Got got = raw(
                    rig,
                    String.join(
                            "\r\n",
                            "GET /v1/responses HTTP/1.1",
                            "Host: localhost",
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                            "Sec-WebSocket-Version: 13",
                            "",
                            ""));
            assertThat(got.status()).isEqualTo(426);
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void offerOfHttp2IsIgnored() throws Exception {
        try (Rig rig = new Rig().then(Replies.json(Replies.GOOD_JSON))) {
            RawClient.Got got = rig.ask(
                    "Connection: Upgrade, HTTP2-Settings",
                    "Upgrade: h2c",
                    "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA");
            assertThat(got.status()).isEqualTo(200);
            assertThat(rig.upstream.seen().getFirst().head().toLowerCase(java.util.Locale.ROOT))
                    .doesNotContain("h2c")
                    .doesNotContain("http2-settings");
        }
    }

    @Test
    void tooLargeABodyIsRefused() throws Exception {
        GatewayLimits small = new GatewayLimits(1000, 1 << 20, 8192, 4096, 1 << 20, 100, 20);
        try (Rig rig = new Rig(o -> o.limits(small))) {
            assertThat(rig.post(Rig.MESSAGES, "x".repeat(2000)).status()).isEqualTo(413);
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void tooLargeHeadersAreRefused() throws Exception {
        try (Rig rig = new Rig()) {
            assertThat(rig.ask("x-big: " + "y".repeat(100_000)).status()).isEqualTo(431);
            assertThat(raw(rig, "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .status())
                    .isEqualTo(414);
        }
    }

    @Test
    void requestWithTwoLengthsIsRefused() throws Exception {
        try (Rig rig = new Rig()) {
            assertThat(raw(
                                    rig,
                                    "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\ncontent-length: 2\r\ncontent-length: 7\r\n\r\n{}")
                            .status())
                    .isEqualTo(400);
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void requestWithLengthAndChunksIsNotSmuggled() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            RawClient.Got got = raw(
                    rig,
                    String.join(
                            "\r\n",
                            "POST /v1/messages HTTP/1.1",
                            "Host: localhost",
                            "content-length: 6",
                            "transfer-encoding: chunked",
                            "",
                            "2",
                            "{}",
                            "0",
                            "",
                            "GET /v1/models HTTP/1.1",
                            "Host: localhost",
                            "",
                            ""));
            assertThat(got.status()).isEqualTo(400);
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void requestThatDribblesInIsCutOff() throws Exception {
        try (Rig rig = new Rig();
                RawClient client = rig.client();
                RawClient second = rig.client()) {
            client.raw("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nx-slow: ");
            second.raw("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\ncontent-length: 100\r\n\r\n{");
            Thread.sleep(200);
            rig.time.advance(Duration.ofSeconds(61));
            assertThat(client.read().status()).isZero();
            assertThat(second.read().status()).isZero();
        }
    }

    @Test
    void garbageIsRefused() throws Exception {
        try (Rig rig = new Rig()) {
            assertThat(raw(rig, "\u0000\u0001garbage\r\n\r\n").status()).isIn(0, 400);
            assertThat(rig.post(Rig.MESSAGES, "\u0000 not json").status()).isIn(400, 500, 502);
            assertThat(rig.post("/nowhere", "{}").status()).isEqualTo(404);
        }
    }

    @Test
    void tokenIsAskedForWhenThereIsOne() throws Exception {
        try (Rig rig = new Rig(o -> o.token("s3cret"))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().status()).isEqualTo(401);
            assertThat(rig.ask("x-mulligan-token: wrong").status()).isEqualTo(401);
            assertThat(rig.ask("x-mulligan-token: s3cret").status()).isEqualTo(200);
            assertThat(rig.post("/t/s3cret/v1/messages", Rig.ASK).status()).isEqualTo(200);
            assertThat(rig.upstream.seen())
                    .allSatisfy(seen -> assertThat(seen.head()).doesNotContain("s3cret"));
        }
    }

    @Test
    void closingLetsAStreamEndAndTakesNoNewRequests() throws Exception {
        try (Rig rig = new Rig()) {
            rig.then((seen, line) -> {
                Replies.openStream(line, Replies.START, Replies.BLOCK, Replies.DELTA);
                while (!rig.upstream.hears("go on", 5000)) {}
                line.chunk(Replies.STOP);
                line.write("0\r\n\r\n");
            });
            RawClient client = rig.client();
            RawClient late = rig.client();
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            String head = client.head();
            Thread closing = Thread.ofVirtual().start(rig.gateway::close);
            while (RawClientStatus.of(late) != 503) {}
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            RawClient.Got refused = rig.ask();
            while (refused.status() == 200) {
                refused = rig.ask();
            }
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("retry-after")).isEqualTo("1");
            assertThat(refused.body()).contains("api_error", "shutting down");
            rig.upstream.tell("go on");
            assertThat(client.read(head).body()).endsWith(Replies.STOP);
            closing.join();
        }
    }

    /** Time whose sleepers wait for a sign. */
    private record HeldTime(CountDownLatch asleep, CountDownLatch sign) implements Time {
        @Override
        public long nanos() {
            return Time.system().nanos();
        }

        @Override
        public Instant now() {
            return Time.system().now();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            asleep.countDown();
            sign.await();
        }

        @Override
        public Alarm after(Duration delay, Runnable task) {
            return Time.system().after(delay, task);
        }
    }

    @Test
    void whatALoadBalancerSendsUntilItSeesTheEndIsServed() throws Exception {
        HeldTime held = new HeldTime(new CountDownLatch(1), new CountDownLatch(1));
        try (Rig rig = new Rig(options -> options.time(held))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(RawClientStatus.of(rig.client())).isEqualTo(200);
            Thread closing = Thread.ofVirtual().start(rig.gateway::close);
            held.asleep().await();
            assertThat(RawClientStatus.of(rig.client())).isEqualTo(503);
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.header("connection")).isEqualTo("close");
            held.sign().countDown();
            closing.join();
            assertThatThrownBy(rig::ask).isInstanceOf(IOException.class);
        }
    }

    @Test
    void gatewayThatNobodyLooksAtEndsAtOnce() throws Exception {
        HeldTime held = new HeldTime(new CountDownLatch(1), new CountDownLatch(1));
        try (Rig rig = new Rig(options -> options.time(held))) {
            rig.gateway.close();
            assertThat(held.asleep().getCount()).isEqualTo(1);
        }
    }

    @Test
    void metricsCountWhatHappened() throws Exception {
        try (Rig rig = new Rig()) {
            rig.then(Replies.overloaded(), Replies.json(Replies.GOOD_JSON));
            rig.ask();
            rig.finished();
            String metrics =
                    raw(rig, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body();
            assertThat(metrics)
                    .contains(
                            "mulligan_gateway_upstream_calls_total{model=\"claude-sonnet-5-5\",outcome=\"ok\",provider=\"anthropic\",role=\"gateway\"} 2.0")
                    .contains("mulligan_gateway_recovered_total{role=\"gateway\"} 1.0")
                    .contains("mulligan_gateway_active{role=\"gateway\"} 0.0");
        }
    }
}
