package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.Fault;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.Replies;
import dev.mulligan.simulator.Script;
import dev.mulligan.store.EventStore;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        try (ProviderSimulator provider = ProviderSimulator.start(story, Replies.ALL_DONE);
                ServeProcess serve = ServeProcess.start(folder, "--upstream", "anthropic=" + provider.url())) {
            HttpResponse<String> answer = serve.post(
                    "/v1/messages",
                    "{\"model\":\"claude-sonnet-5-5\",\"stream\":true,\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("message_stop").doesNotContain("overloaded_error");
            assertThat(answer.headers().firstValue("x-mulligan-attempts")).contains("4");
            assertThat(provider.requests()).hasSize(4);
            assertThat(serve.get("/").body()).contains("<title>Mulligan</title>");
            assertThat(serve.get("/api/live").statusCode()).isEqualTo(200);
        }
        try (EventStore store = EventStore.open(
                StoreAddress.of(null, folder.resolve(".mulligan"), Map.of()).where())) {
            assertThat(store.since(0, 100))
                    .extracting(positioned -> positioned.recorded().type())
                    .contains("ProviderRequestStarted", "RetryScheduled", "RetrySucceeded", "ProviderRequestFinished");
        }
    }

    @Test
    void aTokenIsMadeShownOnceAndKeptAsItsHash() throws Exception {
        try (ServeProcess serve = ServeProcess.start(folder, "--new-token")) {
            String shown = serve.said().stream()
                    .filter(line -> line.contains("token (shown only now): "))
                    .findFirst()
                    .orElseThrow();
            String token = shown.substring(shown.lastIndexOf(' ') + 1);

            assertThat(Files.readString(folder.resolve(".mulligan/token.sha256")))
                    .startsWith("sha256:")
                    .doesNotContain(token);
            assertThat(serve.get("/api/live").statusCode()).isEqualTo(401);
            assertThat(serve.get("/api/live", "authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(serve.get("/v1/models").statusCode()).isEqualTo(401);
        }
    }
}
