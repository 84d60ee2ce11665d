package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.store.EventStore;
import dev.mulligan.text.Json;
import dev.mulligan.workspace.state.StateFolder;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    void aTokenIsMadeShownOnceAndRevoked() throws Exception {
        Path file = StateFolder.root().resolve("tokens.json");
        Files.deleteIfExists(file);
        Cli made = Cli.run("token", "create", "anna", "--role", "viewer", "--expires", "30d");
        assertThat(made.exit()).as(made.err()).isZero();
        String token = made.out().strip();
        assertThat(Files.readString(file)).doesNotContain(token);
        assertThat(Cli.run("token", "create", "anna", "--role", "admin").err()).contains("there is a token 'anna'");
        assertThat(Cli.run("token", "create", "x", "--role", "king").err()).contains("viewer, operator, admin");
        assertThat(Cli.run("token", "create", "x", "--role", "admin", "--expires", "soon")
                        .err())
                .contains("30d");
        assertThat(Cli.run("token", "create", "loopback", "--role", "admin").exit())
                .isEqualTo(2);
        assertThat(Cli.run("token", "list").out()).containsPattern("anna +viewer .* good");
        assertThat(Cli.run("token", "list", "--json").out())
                .contains("\"state\":\"good\"")
                .doesNotContain(Json.parseObject(Files.readString(file))
                        .list("tokens")
                        .toString()
                        .replaceAll(".*hash=([0-9a-f]+).*", "$1"));
        try (ServeProcess serve = ServeProcess.start(folder, "--require-token")) {
            assertThat(serve.said()).noneMatch(line -> line.contains("/login#"));
            assertThat(serve.get("/api/live").statusCode()).isEqualTo(401);
            assertThat(serve.get("/v1/models").statusCode()).isEqualTo(401);
            assertThat(serve.get("/metrics").statusCode()).isEqualTo(401);
            assertThat(serve.get("/api/live", "authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(serve.post("/api/sessions/x/escalate", "{}", "authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(403);
            Cli revoked = Cli.run("token", "revoke", "anna");
            assertThat(revoked.exit()).as(revoked.err()).isZero();
            assertThat(serve.get("/api/live", "authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(401);
            Path audit = StateFolder.of(folder).resolve("audit.jsonl");
            assertThat(Files.readString(audit))
                    .contains("\"who\":\"anna\"", "/api/sessions/{id}/escalate", "\"status\":403");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(audit)))
                    .isEqualTo("rw-------");
        } finally {
            Files.deleteIfExists(file);
        }
        assertThat(Cli.run("token", "revoke", "anna").exit()).isEqualTo(2);
    }

    @Test
    void theLinkLogsInWhoeverStartedItOnLoopback() throws Exception {
        Path log = folder.resolve("access.log");
        try (ServeProcess serve = ServeProcess.start(folder, "--access-log", log.toString())) {
            Eventually.holds(
                    "the link is printed", () -> serve.said().stream().anyMatch(line -> line.contains("/login#")));
            String code = serve.said().stream()
                    .filter(line -> line.contains("/login#"))
                    .map(line -> line.substring(line.indexOf('#') + 1).strip())
                    .findFirst()
                    .orElseThrow();
            assertThat(serve.post("/api/login", "{\"code\":\"" + code + "\"}").statusCode())
                    .isEqualTo(204);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                    .isEqualTo("rw-------");
        }
    }
}
