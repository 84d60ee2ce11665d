package dev.mulligan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Fault.Where;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ProviderSimulatorTest {

    private static final String ASK = "{\"model\":\"m-1\",\"stream\":false,\"messages\":[]}";
    private static final String STREAM = "{\"model\":\"m-1\",\"stream\":true,\"messages\":[]}";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ProviderSimulator simulator;

    @BeforeEach
    void start() throws IOException {
        simulator = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE);
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(simulator.url() + path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> messages(String body) throws Exception {
        return post("/v1/messages", body);
    }

    @Test
    void anthropicAnswersWholeAndAsEvents() throws Exception {
        JsonObject whole = Json.parseObject(messages(ASK).body());
        assertThat(whole.text("model")).contains("m-1");
        assertThat(whole.text("stop_reason")).contains("end_turn");
        String events = messages(STREAM).body();
        assertThat(events)
                .startsWith("event: message_start")
                .contains("text_delta", "input_tokens")
                .endsWith("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, chat.completion.chunk, data: [DONE]",
        "/v1/responses, response.output_item.done, response.completed"
    })
    void openaiAnswersWholeAndAsEvents(String path, String content, String end) throws Exception {
        assertThat(Json.parseObject(post(path, ASK).body()).text("model")).contains("m-1");
        assertThat(post(path, STREAM).body()).contains(content, end, "All");
    }

    @Test
    void geminiAnswersWholeAndAsEvents() throws Exception {
        assertThat(post("/v1beta/models/gem-1:generateContent", "{}").body()).contains("All done.", "STOP", "gem-1");
        assertThat(post("/v1beta/models/gem-1:streamGenerateContent?alt=sse", "{}")
                        .body())
                .startsWith("data: ")
                .contains("finishReason");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages, 529, overloaded_error",
        "/v1/messages, 401, authentication_error",
        "/v1/messages, 429, rate_limit_error",
        "/v1/chat/completions, 429, rate_limit_exceeded",
        "/v1/responses, 500, server_error",
        "/v1beta/models/g:generateContent, 503, UNAVAILABLE"
    })
    void statusesComeInTheWiresOwnEnvelope(String path, int status, String type) throws Exception {
        simulator.script(Script.of(new Fault.Status(status, Map.of("retry-after", "3"))));

        HttpResponse<String> answer = post(path, ASK);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("retry-after")).contains("3");
        assertThat(answer.body()).contains(type);
        assertThat(post(path, ASK).statusCode()).isEqualTo(200);
    }

    @Test
    void connectionsBreakBeforeTheAnswer() {
        simulator.script(Script.of(new Fault.ResetBeforeHeaders(), new Fault.CloseBeforeHeaders()));
        assertThatThrownBy(() -> messages(ASK)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> messages(ASK)).isInstanceOf(IOException.class);
    }

    @Test
    void streamsBreakWhereTold() throws Exception {
        simulator.script(Script.of(
                new Fault.ResetStream(Where.AFTER_CONTENT),
                new Fault.CutStream(Where.AFTER_START),
                new Fault.NoTerminator(),
                new Fault.ErrorEvent(Where.FIRST, "overloaded_error"),
                new Fault.ErrorEvent(Where.AFTER_CONTENT, "overloaded_error"),
                new Fault.MalformedEvent(Where.AFTER_START),
                new Fault.EmptyContent()));

        assertThatThrownBy(() -> messages(STREAM)).isInstanceOf(IOException.class);
        assertThat(messages(STREAM).body()).contains("message_start").doesNotContain("content_block_delta");
        assertThat(messages(STREAM).body()).contains("message_delta").doesNotContain("message_stop");
        assertThat(messages(STREAM).body()).startsWith("event: error").contains("overloaded_error");
        assertThat(messages(STREAM).body()).contains("content_block_start", "event: error");
        assertThatThrownBy(() -> Json.parse(lastData(messages(STREAM).body()))).isInstanceOf(RuntimeException.class);
        assertThat(messages(STREAM).body()).contains("message_stop").doesNotContain("content_block_start");
    }

    private static String lastData(String events) {
        return events.substring(events.lastIndexOf("data: ") + 6).strip();
    }

    @Test
    void bodiesAreEmptyHtmlOrTooShort() throws Exception {
        simulator.script(Script.of(new Fault.EmptyBody(), new Fault.HtmlBody(), new Fault.TruncatedBody()));
        assertThat(messages(ASK).body()).isEmpty();
        assertThat(messages(ASK).body()).startsWith("<!DOCTYPE html>");
        assertThatThrownBy(() -> messages(ASK)).isInstanceOf(IOException.class);
    }

    @Test
    void stallsAndSlowAnswersTakeTheirTime() throws Exception {
        simulator.script(
                Script.of(new Fault.Stall(Duration.ofMillis(150), false), new Fault.Slow(Duration.ofMillis(20))));
        long start = System.nanoTime();
        assertThat(messages(ASK).statusCode()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(140));
        assertThat(messages(STREAM).body()).contains("message_stop");
    }

    @Test
    void theSameSeedTellsTheSameStory() throws Exception {
        List<Fault> faults = List.of(new Fault.Status(529, Map.of()), new Fault.Status(500, Map.of()));
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();
        for (List<Integer> story : List.of(first, second)) {
            simulator.script(Script.mix(faults, 0.5, 7));
            for (int i = 0; i < 30; i++) {
                story.add(messages(ASK).statusCode());
            }
        }
        assertThat(first).isEqualTo(second).contains(200, 529, 500);
    }

    @Test
    void requestsAreRememberedAsTheyCame() throws Exception {
        messages(ASK);
        SimRequest seen = simulator.requests().getFirst();
        assertThat(new String(seen.body(), StandardCharsets.UTF_8)).isEqualTo(ASK);
        assertThat(seen.target()).isEqualTo("/v1/messages");
        assertThat(seen.header("host")).isPresent();
    }

    @Test
    void itIsControlledOverHttp() throws Exception {
        assertThat(post(
                                "/__sim/script",
                                "- {fault: status, code: 503, times: 2, path: /v1/messages}\n- {fault: reset}\n")
                        .body())
                .contains("\"ok\":true");
        assertThat(messages(ASK).statusCode()).isEqualTo(503);
        assertThat(post("/__sim/requests", "").body()).contains("\"fault\":\"Status\"");
        assertThat(post("/__sim/script", "- {fault: explode}")).satisfies(bad -> {
            assertThat(bad.statusCode()).isEqualTo(400);
            assertThat(bad.body()).contains("script:1", "explode", "there are");
        });
        assertThat(post("/__sim/nothing", "").statusCode()).isEqualTo(404);
    }

    @Test
    void smallSeedsTellDifferentStoriesFromTheFirstRequestOn() throws Exception {
        int failed = 0;
        for (int seed = 1; seed <= 40; seed++) {
            simulator.script(Script.mix(List.of(new Fault.Status(529, Map.of())), 0.3, seed));
            failed += messages(ASK).statusCode() == 529 ? 1 : 0;
        }
        assertThat(failed).isBetween(4, 20);
    }

    @Test
    void aRealClientIsMadeToEditAFile() throws Exception {
        simulator.replies(new FileEditReplies("/tmp/x.txt", "hello"));
        String withTool = STREAM.replaceFirst("\\{", "{\"tools\":[{\"name\":\"Write\"}],");
        assertThat(messages(withTool).body()).contains("tool_use", "Write", "input_json_delta");
        assertThat(messages("{\"stream\":true,\"messages\":[{\"content\":[{\"type\":\"tool_result\"}]}]}")
                        .body())
                .contains("end_turn");
    }

    @Test
    void garbageEndsTheConnectionAndNothingElse() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port())) {
            socket.getOutputStream().write("\u0000\u0001 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(messages(ASK).statusCode()).isEqualTo(200);
    }

    @Test
    void scriptsAreReadWithTheirMistakes() {
        assertThatThrownBy(() -> ScriptReader.read(Yaml.parse("s.yaml", "- {fault: status, cod: 1}")))
                .hasMessageContaining("s.yaml:1")
                .hasMessageContaining("did you mean code?");
        assertThatThrownBy(() -> ScriptReader.read(Yaml.parse("s.yaml", "mix: [{fault: reset}]\nshare: 7")))
                .hasMessageContaining("from 0 to 1");
    }
}
