package dev.mulligan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.Replies;
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
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for all requests, on a clock the test turns. */
@Timeout(60)
class ConditionsTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-01T10:00:00Z"));
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ProviderSimulator simulator;

    @BeforeEach
    void start() throws IOException {
        simulator = ProviderSimulator.start(0, Script.healthy(), Replies.ALL_DONE, now::get);
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
    }

    private void script(String yaml) {
        simulator.script(ScriptReader.read(Yaml.parse("s.yaml", yaml)));
    }

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    private HttpResponse<String> ask(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(simulator.url() + path))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aRateWindowTellsTheTruthAboutItself() throws Exception {
        script("rate: {requests: 2, ms: 10000}");

        HttpResponse<String> first = ask("/v1/messages");
        assertThat(first.headers().firstValue("anthropic-ratelimit-requests-limit"))
                .contains("2");
        assertThat(first.headers().firstValue("anthropic-ratelimit-requests-remaining"))
                .contains("1");
        assertThat(first.headers().firstValue("anthropic-ratelimit-requests-reset"))
                .contains("2026-05-01T10:00:10Z");
        pass(Duration.ofMillis(3500));
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = ask("/v1/messages");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("rate_limit_error");
        assertThat(refused.headers().firstValue("retry-after")).contains("7");
        HttpResponse<String> openai = ask("/v1/chat/completions");
        assertThat(openai.headers().firstValue("x-ratelimit-reset-requests")).contains("6500ms");
        assertThat(openai.headers().firstValue("x-ratelimit-remaining-requests"))
                .contains("0");
        pass(Duration.ofSeconds(7));
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
    }

    @Test
    void anOutageBeginsAndEnds() throws Exception {
        script("outages: [{after: 1000, ms: 2000}, {after: 5000, ms: 100, fault: reset}]");

        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
        pass(Duration.ofSeconds(1));
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(503);
        pass(Duration.ofSeconds(2));
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
        pass(Duration.ofSeconds(2));
        assertThatThrownBy(() -> ask("/v1/messages")).isInstanceOf(IOException.class);
        pass(Duration.ofSeconds(1));
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "'quota: {requests: 2}',               /v1/messages,                      400, credit balance",
        "'quota: {dollars: 0.05, each: 0.02}', /v1/responses,                     429, insufficient_quota",
        "'quota: {requests: 2}',               /v1beta/models/g:generateContent,  429, RESOURCE_EXHAUSTED"
    })
    void aQuotaIsUsedUpForGood(String yaml, String path, int status, String says) throws Exception {
        script(yaml);

        assertThat(ask(path).statusCode()).isEqualTo(200);
        assertThat(ask(path).statusCode()).isEqualTo(200);
        pass(Duration.ofDays(1));
        HttpResponse<String> refused = ask(path);
        assertThat(refused.statusCode()).isEqualTo(status);
        assertThat(refused.body()).contains(says);
    }

    @Test
    void conditionsGoTogetherWithSingleFaults() throws Exception {
        script("{requests: [{fault: status, code: 529}], quota: {requests: 2}, latency: {ms: 1, jitter: 1}}");

        assertThat(ask("/v1/messages").statusCode()).isEqualTo(529);
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);
        assertThat(ask("/v1/messages").statusCode()).isEqualTo(400);
    }

    @Test
    void latencyDelaysEveryAnswer() throws Exception {
        script("latency: {ms: 80, jitter: 5}");
        long start = System.nanoTime();

        assertThat(ask("/v1/messages").statusCode()).isEqualTo(200);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(79));
    }

    @Test
    void aClientThatHangsUpIsNoticedWhileItWaits() throws Exception {
        script("- {fault: stall, ms: 60000}");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port())) {
            socket.getOutputStream()
                    .write("POST /v1/messages HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}"
                            .getBytes(StandardCharsets.US_ASCII));
            await(() -> !simulator.requests().isEmpty());
            assertThat(simulator.requests().getFirst().leftAt()).isEmpty();
        }

        await(() -> simulator.requests().getFirst().leftAt().isPresent());
        assertThat(simulator.requests().getFirst().leftAt()).contains(now.get());
    }

    private static void await(java.util.function.BooleanSupplier truth) throws InterruptedException {
        while (!truth.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'rate: {requests: 3, ms: 0}',            above 0",
        "'rate: {request: 3}',                    did you mean requests?",
        "'quota: {dollars: 3, each: 0}',          each must be above 0",
        "'quota: {dollars: much}',                dollars must be a number",
        "'outages: [{fault: explode}]',           fault explode is not known",
        "'latency: 5',                            latency must be a mapping"
    })
    void mistakesAreNamedWithTheirPlace(String yaml, String message) {
        assertThatThrownBy(() -> script(yaml)).hasMessageContaining("s.yaml:1").hasMessageContaining(message);
    }

    private HttpResponse<String> askWith(String key, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(simulator.url() + path))
                        .header("authorization", "Bearer " + key)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void everyAccountHasItsOwnWindowAndQuota() throws Exception {
        script("{accounts: {sk-a: {rate: {requests: 1, ms: 60000}}, sk-b: {quota: {requests: 1}}}}");
        String chat = "/v1/chat/completions";
        assertThat(askWith("sk-a", chat).statusCode()).isEqualTo(200);
        HttpResponse<String> limited = askWith("sk-a", chat);
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("retry-after")).contains("60");
        assertThat(askWith("sk-b", chat).statusCode()).isEqualTo(200);
        assertThat(askWith("sk-b", chat).body()).contains("insufficient_quota");
        for (int i = 0; i < 3; i++) {
            assertThat(askWith("sk-other", chat).statusCode()).isEqualTo(200);
        }
        pass(Duration.ofSeconds(61));
        assertThat(askWith("sk-a", chat).statusCode()).isEqualTo(200);
    }

    @Test
    void oneRegionIsDown() throws Exception {
        script("{outages: [{ms: 5000, path: /eu/}]}");
        assertThat(ask("/eu/v1/messages").statusCode()).isEqualTo(503);
        assertThat(ask("/us/v1/messages").statusCode()).isEqualTo(200);
        pass(Duration.ofSeconds(6));
        assertThat(ask("/eu/v1/messages").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openrouter | Provider returned error",
                "deepseek   | unknown_error",
                "azure      | exceeded call rate limit",
                "zai        | \"1302\"",
                "vllm       | \"object\":\"error\"",
                "ollama     | {\"error\":\"",
            })
    void compatibleProvidersWriteErrorsTheirOwnWay(String dialect, String expected) throws Exception {
        script("{dialect: " + dialect + ", requests: [{fault: status, code: 429}]}");
        HttpResponse<String> refused = ask("/v1/chat/completions");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains(expected);
        assertThat(ask("/v1/chat/completions").statusCode()).isEqualTo(200);
    }
}
