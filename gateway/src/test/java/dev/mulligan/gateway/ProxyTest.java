package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class ProxyTest {

    @Test
    void requestArrivesByteForByte() throws Exception {
        String odd =
                "{ \"z\" : 1.0,\"10\":12345678901234567890, \"model\" :\"claude-sonnet-5-5\" ,\"unknown\":{\"b\":[],\"a\":null},"
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"\\u00e9 é \\\" x\"}] }";
        try (Rig rig = new Rig().then(Replies.json(Replies.GOOD_JSON))) {
            rig.post(
                    "/v1/messages?beta=true&x=%20a",
                    odd,
                    "X-ODD-Case: Yes",
                    "x-twice: 1",
                    "anthropic-version: 2023-06-01",
                    "x-twice: 2",
                    "User-Agent: odd/1.0");
            ScriptedUpstream.Seen seen = rig.upstream.seen().getFirst();
            assertThat(seen.text()).isEqualTo(odd);
            assertThat(seen.line()).isEqualTo("POST /v1/messages?beta=true&x=%20a HTTP/1.1");
            assertThat(seen.head())
                    .contains(
                            "X-ODD-Case: Yes\r\nx-twice: 1\r\nanthropic-version: 2023-06-01\r\nx-twice: 2\r\nUser-Agent: odd/1.0\r\n");
        }
    }

    @Test
    void answerComesBackAsItIs() throws Exception {
        try (Rig rig = new Rig()
                .then(Replies.status(
                        200, Replies.GOOD_JSON, "request-id: r1", "x-dup: a", "X-Dup: b", "retry-after: 9"))) {
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).isEqualTo(Replies.GOOD_JSON);
            assertThat(got.head()).contains("request-id: r1", "x-dup: a\r\nX-Dup: b", "retry-after: 9");
            assertThat(got.header("x-mulligan-model")).isEqualTo("claude-sonnet-5-5");
            assertThat(got.header("x-mulligan-attempts")).isEqualTo("1");
            assertThat(got.header("x-mulligan-session")).startsWith("fp-");
        }
    }

    @Test
    void streamComesBackByteForByte() throws Exception {
        String crlf = Replies.GOOD_STREAM.replace("\n", "\r\n");
        try (Rig rig = new Rig().then(Replies.stream(crlf.substring(0, 77), crlf.substring(77)))) {
            RawClient.Got got = rig.askStream();
            assertThat(got.body()).isEqualTo(crlf);
            assertThat(got.whole()).isTrue();
        }
    }

    @Test
    void whatIsNotUnderstoodPassesThrough() throws Exception {
        try (Rig rig = new Rig().then(Replies.json("[1,2]"))) {
            RawClient.Got got = rig.post("/v1/files/x?y=1", "any bytes");
            assertThat(got.body()).isEqualTo("[1,2]");
            assertThat(rig.upstream.seen().getFirst().text()).isEqualTo("any bytes");
        }
    }

    @Test
    void clientThatHangsUpBeforeTheFirstByteEndsTheUpstreamCall() throws Exception {
        try (Rig rig = new Rig().then(Replies.idleTimeout())) {
            RawClient client = rig.client();
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            client.close();
            assertThat(rig.upstream.hears("hung up", 1000)).isTrue();
            assertThat(rig.finished().failure().orElseThrow().rule()).isEqualTo("gateway.client-gone");
        }
    }

    @Test
    void clientThatHangsUpInTheMiddleEndsTheUpstreamCall() throws Exception {
        try (Rig rig = new Rig().then(Replies.streamThenWait(Replies.START, Replies.BLOCK, Replies.DELTA))) {
            RawClient client = rig.client();
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(client.head()).contains("200");
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            client.close();
            assertThat(rig.upstream.hears("hung up", 1000)).isTrue();
        }
    }

    @Test
    void bodyThatBreaksOffIsNeverEndedCleanly() throws Exception {
        try (Rig rig = new Rig().then((seen, line) -> {
            line.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
            Thread.sleep(50);
            line.reset();
        })) {
            RawClient.Got got = rig.post("/v1/files/x", "{}");
            assertThat(got.whole()).isFalse();
        }
    }

    @Test
    void headersArePassedOnBeforeTheFirstByteOfTheBody() throws Exception {
        try (Rig rig = new Rig().then((seen, line) -> {
                    line.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-early: yes\r\n\r\n");
                    line.awaitHangUp();
                });
                RawClient client = rig.client()) {
            client.send("/v1/files/x", "{}");
            assertThat(client.head()).contains("x-early: yes");
        }
    }

    @Test
    void answerWithoutABodyStaysWithoutOne() throws Exception {
        try (Rig rig = new Rig().then((seen, line) -> line.write("HTTP/1.1 204 No Content\r\nrequest-id: r\r\n\r\n"));
                RawClient client = rig.client()) {
            client.raw("DELETE /v1/files/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            String head = client.head();
            assertThat(head)
                    .startsWith("HTTP/1.1 204")
                    .contains("request-id: r")
                    .doesNotContain("chunked");
        }
    }

    @Test
    void slowReaderIsNotTakenForASlowProvider() throws Exception {
        String big = "x".repeat(1 << 20);
        try (Rig rig = new Rig().then((seen, line) -> {
                    line.write("HTTP/1.1 200 OK\r\ncontent-length: " + 24 * big.length() + "\r\n\r\n");
                    for (int i = 0; i < 24; i++) {
                        line.write(big);
                    }
                });
                RawClient client = rig.client()) {
            client.send("/v1/files/x", "{}");
            String head = client.head();
            Thread.sleep(500);
            rig.time.advance(Patience.STANDARD.idle().plusSeconds(5));
            Thread.sleep(300);
            assertThat(client.read(head).whole()).isTrue();
        }
    }
}
