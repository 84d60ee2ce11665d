package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.Fault;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.Replies;
import dev.mulligan.simulator.Script;
import dev.mulligan.store.EventStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way: a real {@code mulligan serve} process, a provider that fails, and what is on record afterwards. */
@Timeout(120)
class ServeStoryTest {

    @TempDir
    Path folder;

    @Test
    void failuresAreInvisibleToTheClientAndOnRecord() throws Exception {
        Script story = Script.of(
                new Fault.Status(529, Map.of()),
                new Fault.ErrorEvent(Fault.Where.AFTER_START, "overloaded_error"),
                new Fault.ResetBeforeHeaders());
        try (ProviderSimulator provider = ProviderSimulator.start(story, Replies.ALL_DONE)) {
            Process serve = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "serve",
                            "--port",
                            "0",
                            "--upstream",
                            "anthropic=" + provider.url()))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            try {
                String ready = new BufferedReader(new InputStreamReader(serve.getInputStream(), StandardCharsets.UTF_8))
                        .lines()
                        .filter(line -> line.contains("listening on"))
                        .findFirst()
                        .orElseThrow();
                HttpResponse<String> answer =
                        ask(ready.substring(ready.indexOf("http://")).strip());

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("message_stop").doesNotContain("overloaded_error");
                assertThat(answer.headers().firstValue("x-mulligan-attempts")).contains("4");
                assertThat(provider.requests()).hasSize(4);
                String address = ready.substring(ready.indexOf("http://")).strip();
                assertThat(get(address + "/").body()).contains("<title>Mulligan</title>");
                assertThat(get(address + "/api/live").statusCode()).isEqualTo(200);
            } finally {
                serve.destroy();
                assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
            }
        }
        try (EventStore store =
                EventStore.open(folder.resolve(".mulligan/store.db").toString())) {
            assertThat(store.since(0, 100))
                    .extracting(positioned -> positioned.recorded().type())
                    .contains("ProviderRequestStarted", "RetryScheduled", "RetrySucceeded", "ProviderRequestFinished");
        }
    }

    @Test
    void aTokenIsMadeShownOnceAndKeptAsItsHash() throws Exception {
        Process serve = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        "--port",
                        "0",
                        "--new-token"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(serve.getInputStream(), StandardCharsets.UTF_8));
            String shown = lines.lines()
                    .filter(line -> line.contains("token (shown only now): "))
                    .findFirst()
                    .orElseThrow();
            String token = shown.substring(shown.lastIndexOf(' ') + 1);
            String ready = lines.lines()
                    .filter(line -> line.contains("listening on"))
                    .findFirst()
                    .orElseThrow();
            String address = ready.substring(ready.indexOf("http://")).strip();

            assertThat(Files.readString(folder.resolve(".mulligan/token.sha256")))
                    .startsWith("sha256:")
                    .doesNotContain(token);
            assertThat(get(address + "/api/live").statusCode()).isEqualTo(401);
            assertThat(get(address + "/api/live", "authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(address + "/v1/models").statusCode()).isEqualTo(401);
        } finally {
            serve.destroy();
            assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static HttpResponse<String> get(String url, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> ask(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/v1/messages"))
                                .header("content-type", "application/json")
                                .POST(
                                        HttpRequest.BodyPublishers.ofString(
                                                "{\"model\":\"claude-sonnet-5-5\",\"stream\":true,\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
