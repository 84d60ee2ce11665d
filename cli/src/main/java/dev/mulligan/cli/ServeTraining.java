package dev.mulligan.cli;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.server.Server;
import dev.mulligan.server.ServerSettings;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.store.EventStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** What a server does in its first seconds: it starts, answers agents, rescues one, shows its pages. */
final class ServeTraining {

    /** Enough for the compiler's profiles of what every request does; they are kept in the cache. */
    private static final int REQUESTS = 4_000;

    private static final int CLIENTS = 8;

    private ServeTraining() {}

    static void run() throws Exception {
        Path scratch = Files.createTempDirectory("mulligan-training");
        String store = scratch.resolve("store.db").toString();
        Script faults = Script.of(new Fault.Status(529, Map.of()));
        try (ProviderSimulator provider = ProviderSimulator.start(faults, (_, _) -> SimulatedReply.text("hello"));
                EventStore open = EventStore.open(store);
                GatewayRecorder recorder = new GatewayRecorder(EventStore.open(store), Instant.now());
                Server server = Server.start(
                        GatewayOptions.standard()
                                .listeningOn("127.0.0.1", 0)
                                .upstream("anthropic", URI.create(provider.url()))
                                .listener(recorder),
                        open,
                        ServerSettings.standard().runFolder(scratch.resolve("runs")));
                HttpClient http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            String url = "http://127.0.0.1:" + server.port();
            try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int client = 0; client < CLIENTS; client++) {
                    int number = client;
                    Future<Boolean> _ = clients.submit(() -> ask(http, url, number));
                }
            }
            for (String page :
                    new String[] {"/", "/metrics", "/api/live", "/api/sessions", "/api/analytics/failures"}) {
                send(http, HttpRequest.newBuilder(URI.create(url + page)));
            }
            StartTraining.once(List.of("wrap", "--store", store, "--policy", "patient", "--", "true"));
        } finally {
            try (Stream<Path> all = Files.walk(scratch)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    private static boolean ask(HttpClient http, String url, int client) throws Exception {
        for (int i = 0; i < REQUESTS / CLIENTS; i++) {
            send(
                    http,
                    HttpRequest.newBuilder(URI.create(url + "/v1/messages"))
                            .header("x-api-key", "training")
                            .header("session-id", "training-" + client + "-" + i / 20)
                            .header("content-type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body(i % 4 == 0))));
        }
        return true;
    }

    private static String body(boolean streamed) {
        return "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":9,\"stream\":" + streamed
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";
    }

    private static void send(HttpClient http, HttpRequest.Builder request) throws Exception {
        // What the answer is does not matter here.
        HttpResponse<Void> ignored = http.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }
}
