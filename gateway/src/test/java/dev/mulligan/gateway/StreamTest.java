package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayOptions;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Before the first content a stream is repeated; after it, it ends loudly. */
@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class StreamTest {

    private static void recovers(ScriptedUpstream.Step fault) throws Exception {
        recovers(fault, o -> o);
    }

    private static void recovers(ScriptedUpstream.Step fault, UnaryOperator<GatewayOptions> with) throws Exception {
        try (Rig rig = new Rig(with).then(fault, Replies.stream(Replies.GOOD_STREAM))) {
            RawClient.Got got = rig.askStream();
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).isEqualTo(Replies.GOOD_STREAM);
            assertThat(got.whole()).isTrue();
            assertThat(rig.upstream.calls()).isEqualTo(2);
            assertThat(got.header("x-mulligan-attempts")).isEqualTo("2");
        }
    }

    @Test
    void errorAsFirstEvent() throws Exception {
        recovers(Replies.stream(Replies.ERROR));
    }

    @Test
    void errorAfterMessageStart() throws Exception {
        recovers(Replies.stream(Replies.START + Replies.PING, Replies.BLOCK + Replies.ERROR));
    }

    @Test
    void resetBeforeContent() throws Exception {
        recovers(Replies.streamThenReset(Replies.START));
    }

    @Test
    void cleanEndBeforeContent() throws Exception {
        recovers(Replies.stream(Replies.START));
    }

    @Test
    void emptyStream() throws Exception {
        recovers(Replies.stream());
    }

    @Test
    void malformedEvent() throws Exception {
        recovers(Replies.stream(Replies.START, "event: content_block_start\ndata: {\"type\": oops\n\n"));
    }

    @Test
    void streamWithoutContent() throws Exception {
        recovers(Replies.stream(Replies.START, Replies.event("message_stop", "{\"type\":\"message_stop\"}")));
    }

    @Test
    void stallBeforeContentIsNoticed() throws Exception {
        try (Rig rig = new Rig().then(Replies.streamThenWait(Replies.START), Replies.stream(Replies.GOOD_STREAM));
                RawClient client = rig.client()) {
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            rig.passTimeUntilCalls(2);
            RawClient.Got got = client.read();
            assertThat(got.body()).contains("Hello").contains("message_stop");
            assertThat(rig.upstream.calls()).isEqualTo(2);
        }
    }

    @Test
    void noFirstByteIsNoticed() throws Exception {
        try (Rig rig = new Rig().then(Replies.idleTimeout(), Replies.stream(Replies.GOOD_STREAM));
                RawClient client = rig.client()) {
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            rig.passTimeUntilCalls(2);
            assertThat(client.read().body()).contains("message_stop");
        }
    }

    @Test
    void pingsAloneAreNoProgress() throws Exception {
        try (Rig rig = new Rig()
                        .then(
                                Replies.streamThenWait(Replies.START, Replies.PING),
                                Replies.stream(Replies.GOOD_STREAM));
                RawClient client = rig.client()) {
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            rig.passTimeUntilCalls(2);
            assertThat(client.read().body()).contains("message_stop");
        }
    }

    @Test
    void resetAfterContentEndsWithTheWiresOwnError() throws Exception {
        try (Rig rig = new Rig().then(Replies.streamThenReset(Replies.START, Replies.BLOCK, Replies.DELTA))) {
            RawClient.Got got = rig.askStream();
            assertThat(got.body()).startsWith(Replies.START + Replies.BLOCK + Replies.DELTA);
            assertThat(got.body()).contains("event: error").contains("api_error");
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.finished().committed()).isTrue();
            assertThat(rig.finished().failure()).isPresent();
        }
    }

    @Test
    void cleanEndAfterContentIsNotSilent() throws Exception {
        try (Rig rig = new Rig().then(Replies.stream(Replies.START, Replies.BLOCK, Replies.DELTA))) {
            assertThat(rig.askStream().body()).contains("event: error");
        }
    }

    @Test
    void errorAfterContentIsPassedOnOnce() throws Exception {
        String all = Replies.START + Replies.BLOCK + Replies.DELTA + Replies.ERROR;
        try (Rig rig = new Rig().then(Replies.stream(Replies.START + Replies.BLOCK, Replies.DELTA, Replies.ERROR))) {
            assertThat(rig.askStream().body()).isEqualTo(all);
            assertThat(rig.finished().failure()).isPresent();
        }
    }

    @Test
    void turnBufferingRecoversWhatBreaksAfterContent() throws Exception {
        recovers(Replies.streamThenReset(Replies.START, Replies.BLOCK, Replies.DELTA), o -> o.turnBuffering(true));
        recovers(
                Replies.stream(Replies.START + Replies.BLOCK + Replies.DELTA, Replies.ERROR),
                o -> o.turnBuffering(true));
    }

    @Test
    void chatStreamWithAnErrorIsRepeated() throws Exception {
        String good =
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n"
                        + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":null}]}\n\n"
                        + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
        String bad =
                "data: {\"error\":{\"message\":\"The server had an error while processing your request\",\"type\":\"server_error\"}}\n\n";
        try (Rig rig = new Rig().then(Replies.stream(bad), Replies.stream(good))) {
            RawClient.Got got =
                    rig.post("/v1/chat/completions", "{\"model\":\"gpt-6-sol\",\"stream\":true,\"messages\":[]}");
            assertThat(got.body()).isEqualTo(good);
            assertThat(rig.upstream.calls()).isEqualTo(2);
        }
    }

    @Test
    void responsesStreamThatFailsOrSaysNothingIsRepeated() throws Exception {
        String created = Replies.event(
                "response.created",
                "{\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"status\":\"in_progress\"}}");
        String failed = Replies.event(
                "response.failed",
                "{\"type\":\"response.failed\",\"response\":{\"id\":\"r\",\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"The server had an error\"}}}");
        String nothing = Replies.event(
                "response.completed", "{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"output\":[]}}");
        String good = created
                + Replies.event(
                        "response.output_item.done",
                        "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"message\"}}")
                + Replies.event(
                        "response.completed",
                        "{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"output\":[{\"type\":\"message\"}],\"usage\":{\"input_tokens\":3,\"output_tokens\":2}}}");
        try (Rig rig = new Rig()
                .then(Replies.stream(created + failed), Replies.stream(created + nothing), Replies.stream(good))) {
            RawClient.Got got = rig.post("/v1/responses", "{\"model\":\"gpt-6-sol\",\"stream\":true,\"input\":\"hi\"}");
            assertThat(got.body()).isEqualTo(good);
            assertThat(rig.upstream.calls()).isEqualTo(3);
            assertThat(rig.finished().usage().output()).isEqualTo(2);
        }
    }

    @Test
    void geminiStreamWithAnErrorIsRepeated() throws Exception {
        String good =
                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":3,\"candidatesTokenCount\":4}}\n\n";
        String bad =
                "data: {\"error\":{\"code\":503,\"message\":\"The model is overloaded. Please try again later.\",\"status\":\"UNAVAILABLE\"}}\n\n";
        try (Rig rig = new Rig().then(Replies.stream(bad), Replies.stream(good))) {
            RawClient.Got got =
                    rig.post("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", "{\"contents\":[]}");
            assertThat(got.body()).isEqualTo(good);
            assertThat(got.header("x-mulligan-model")).isEqualTo("gemini-2.5-pro");
        }
    }

    @Test
    void waitingClientIsKeptAliveWithItsOwnKindOfPing() throws Exception {
        try (Rig rig = new Rig().then(Replies.idleTimeout());
                RawClient client = rig.client()) {
            client.send(Rig.MESSAGES, Rig.ASK_STREAM);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            rig.upstream.then(Replies.stream(Replies.GOOD_STREAM));
            rig.time.advance(Duration.ofSeconds(51));
            String head = client.head();
            assertThat(head).contains("200").contains("text/event-stream");
            rig.time.advance(Duration.ofSeconds(60));
            RawClient.Got got = client.read(head);
            assertThat(got.body()).startsWith(Replies.PING).endsWith(Replies.GOOD_STREAM);
        }
    }

    @Test
    void failureAfterPingsIsToldInsideTheStream() throws Exception {
        try (Rig rig = new Rig().then(Replies.idleTimeout());
                RawClient client = rig.client()) {
            rig.upstream.always(Replies.overloaded());
            client.send("/v1/responses", "{\"model\":\"gpt-6-sol\",\"stream\":true,\"input\":\"hi\"}");
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            rig.time.advance(Duration.ofSeconds(51));
            String head = client.head();
            rig.time.advance(Duration.ofSeconds(60));
            assertThat(client.read(head).body())
                    .contains("event: response.in_progress")
                    .contains("event: response.failed")
                    .contains("server_is_overloaded");
        }
    }
}
