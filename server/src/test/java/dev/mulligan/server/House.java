package dev.mulligan.server;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.store.EventStore;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A whole server on a store of its own, in front of a provider that fails as told. */
final class House implements AutoCloseable {

    static final String MODEL = "claude-haiku-5-5";
    static final RetryPolicy QUICK =
            RetryPolicy.fixed(Duration.ofMillis(20)).maxAttempts(3).named("quick");

    static final String KEY = "sk-ant-secret-of-the-client";
    /** Headers of a program that has the key of the session it acts on. */
    static final String[] WITH_KEY = {"x-mulligan-key", KEY};

    final ProviderSimulator provider;
    final EventStore store;
    final GatewayRecorder recorder;
    final Server server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    House(Path folder) throws IOException {
        this(folder, options -> options, settings -> settings);
    }

    House(Path folder, UnaryOperator<GatewayOptions> options, UnaryOperator<ServerSettings> settings)
            throws IOException {
        provider = ProviderSimulator.start(Script.of(), Replies.ALL_DONE);
        store = EventStore.open(folder.resolve("store.db").toString());
        recorder = new GatewayRecorder(store, Instant.now());
        server = Server.start(
                options.apply(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .upstream("anthropic", URI.create(provider.url()))
                        .upstream("openai", URI.create(provider.url()))
                        .policy(QUICK)
                        .listener(recorder)),
                store,
                settings.apply(ServerSettings.standard()));
    }

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** The next requests to the provider fail like this, one after the other. */
    void failing(Fault... faults) {
        provider.script(Script.of(faults));
    }

    HttpResponse<String> ask(String session) throws Exception {
        return askFor(session, "Mend the parser in file 7");
    }

    /** What the provider was sent last. */
    String lastSent() {
        return new String(provider.requests().getLast().body(), StandardCharsets.UTF_8);
    }

    HttpResponse<String> askFor(String session, String words, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + "/v1/messages"))
                .header("content-type", "application/json")
                .header("x-api-key", KEY)
                .header("session-id", session)
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Json.object(
                        "model",
                        MODEL,
                        "max_tokens",
                        100,
                        "messages",
                        java.util.List.of(Json.object("role", "user", "content", words))))));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> call(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    JsonObject get(String path) throws Exception {
        HttpResponse<String> answer = call("GET", path, "");
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return Json.parseObject(answer.body());
    }

    /** What is recorded is recorded by another thread: waits until it can be seen. */
    static void until(BooleanSupplier seen) throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            if (seen.getAsBoolean()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("it did not happen within ten seconds");
    }

    void untilRecorded(String session, int requests) throws InterruptedException {
        until(() -> store.sessions()
                .find(session)
                .filter(row -> row.requests() >= requests)
                .isPresent());
    }

    @Override
    public void close() throws IOException {
        server.close();
        recorder.close();
        provider.close();
    }
}
