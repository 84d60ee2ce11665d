package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream that breaks after its first content ends so that its client comes again, and the next one comes whole. */
@Timeout(60)
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
class HealedStreamTest {

    private static final String CLAUDE = "x-claude-code-session-id: c";
    private static final String CODEX = "originator: codex_exec";
    private static final String OPENCODE = "user-agent: opencode/1.18";
    private static final String SOMEBODY = "user-agent: my-sdk/1";

    /** Clients, the ways a stream breaks, and whether the wire's error event is what makes this client try again. */
    static Stream<Arguments> breaks() {
        return Stream.of(
                Arguments.of(CLAUDE, "reset", true),
                Arguments.of(CLAUDE, "cut", true),
                Arguments.of(CLAUDE, "error", true),
                Arguments.of(SOMEBODY, "reset", true),
                Arguments.of(CODEX, "reset", false),
                Arguments.of(CODEX, "cut", false),
                Arguments.of(CODEX, "error", false),
                Arguments.of(OPENCODE, "cut", false),
                Arguments.of(OPENCODE, "error", false));
    }

    private static ScriptedUpstream.Step broken(String how) {
        return switch (how) {
            case "reset" -> Replies.streamThenReset(Replies.START, Replies.BLOCK, Replies.DELTA);
            case "cut" -> Replies.stream(Replies.START, Replies.BLOCK, Replies.DELTA);
            default -> Replies.stream(Replies.START + Replies.BLOCK + Replies.DELTA, Replies.ERROR);
        };
    }

    @ParameterizedTest
    @MethodSource("breaks")
    void nextAnswerIsHeldUntilItIsWhole(String client, String how, boolean event) throws Exception {
        try (Rig rig = new Rig().then(broken(how), broken(how), broken(how), Replies.stream(Replies.GOOD_STREAM))) {
            RawClient.Got first = rig.askStream(client, "session-id: s");
            assertThat(first.body()).contains("Hello").doesNotContain("message_stop");
            assertThat(first.body().contains("event: error")).isEqualTo(event);
            assertThat(first.whole()).as("ended in an orderly way").isEqualTo(event);
            rig.finished();
            // What a client sends then may differ: the result of a tool call that got through.
            RawClient.Got again =
                    rig.post(Rig.MESSAGES, Rig.ASK_STREAM.replace("Hi", "Go on"), client, "session-id: s");
            assertThat(again.body()).isEqualTo(Replies.GOOD_STREAM);
            assertThat(rig.upstream.calls()).isEqualTo(4);
        }
    }

    /** Gemini CLI runs a call that it has when the stream then ends, and gives up when the connection breaks. */
    @ParameterizedTest
    @CsvSource({"true, cut", "true, error", "true, reset", "false, cut", "false, error", "false, reset"})
    void geminiCliIsLeftToRunTheCallItHas(boolean call, String how) throws Exception {
        String part = call ? "{\"functionCall\":{\"name\":\"f\",\"args\":{}}}" : "{\"text\":\"Hello\"}";
        String content = "data: {\"candidates\":[{\"content\":{\"parts\":[" + part + "]}}]}\n\n";
        String error = "data: {\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}\n\n";
        ScriptedUpstream.Step broken = switch (how) {
            case "reset" -> Replies.streamThenReset(content);
            case "cut" -> Replies.stream(content);
            default -> Replies.stream(content, error);
        };
        String good = content.replace("]}}]}", "]},\"finishReason\":\"STOP\"}]}");
        try (Rig rig = new Rig().then(broken, broken, Replies.stream(good))) {
            RawClient.Got got = rig.post(
                    "/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
                    "{\"contents\":[{\"parts\":[{\"text\":\"Hi\"}]}]}",
                    "user-agent: GeminiCLI/1.0");
            assertThat(got.body()).contains(part).doesNotContain("UNAVAILABLE");
            assertThat(got.whole()).as("ended in an orderly way").isEqualTo(call);
            rig.finished();
            // The conversation goes on, and has no name: its next answer is held until it is whole.
            RawClient.Got next = rig.post(
                    "/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
                    "{\"contents\":[{\"parts\":[{\"text\":\"Hi\"}]},{\"parts\":[{\"text\":\"result\"}]}]}",
                    "user-agent: GeminiCLI/1.0");
            assertThat(next.body()).isEqualTo(good);
        }
    }

    @Test
    void permanentErrorInTheStreamIsPassedOn() throws Exception {
        String refused = Replies.event(
                "error",
                "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}");
        try (Rig rig = new Rig().then(Replies.stream(Replies.START + Replies.BLOCK + Replies.DELTA, refused))) {
            assertThat(rig.askStream(CODEX).body()).contains("invalid x-api-key");
        }
    }

    @Test
    void sessionThatIsWellStreamsAgain() throws Exception {
        try (Rig rig = new Rig()
                .then(
                        broken("cut"),
                        Replies.stream(Replies.GOOD_STREAM),
                        Replies.streamThenWait(Replies.START, Replies.BLOCK, Replies.DELTA))) {
            rig.askStream(CLAUDE);
            assertThat(rig.askStream(CLAUDE).body()).isEqualTo(Replies.GOOD_STREAM);
            try (RawClient third = rig.client()) {
                third.send(Rig.MESSAGES, Rig.ASK_STREAM.replace("Hi", "More"), CLAUDE);
                assertThat(third.until("Hello")).contains("Hello");
            }
        }
    }
}
