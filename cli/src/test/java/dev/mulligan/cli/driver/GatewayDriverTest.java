package dev.mulligan.cli.driver;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A request through the gateway. */
class GatewayDriverTest extends DriverContract {

    private static final String ASK = "{\"model\": \"" + LADDER.getFirst()
            + "\", \"max_tokens\": 100, \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}";

    @Override
    Ran run(List<Act> acts, Map<String, Object> policy) throws Exception {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        List<Fault> faults =
                new ArrayList<>(acts.stream().map(GatewayDriverTest::fault).toList());
        faults.addAll(Collections.nCopies(60, faults.getLast()));
        try (ProviderSimulator provider =
                        ProviderSimulator.start(Script.of(faults.toArray(Fault[]::new)), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .upstream("anthropic", URI.create(provider.url()))
                        .policy(LibraryDriverTest.resolved(policy))
                        .escalating(LibraryDriverTest.ladder())
                        .listener(fact -> fact.event().ifPresent(event -> {
                            if (event instanceof RetryEvent told) {
                                events.add(told);
                            }
                        })));
                HttpClient client = HttpClient.newHttpClient()) {
            client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/messages"))
                            .timeout(Duration.ofSeconds(60))
                            .header("content-type", "application/json")
                            .header("x-api-key", "contract")
                            .POST(HttpRequest.BodyPublishers.ofString(ASK))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Ran(provider.requests().size(), events);
        }
    }

    private static Fault fault(Act act) {
        return switch (act) {
            case GOOD -> new Fault.None();
            case OVERLOADED -> new Fault.Status(529, Map.of());
            case OVERLOADED_FOR_A_SECOND -> new Fault.Status(529, Map.of("retry-after", "1"));
            case HANGS -> new Fault.Stall(Duration.ofSeconds(30), false);
            case DENIED -> new Fault.Status(401, Map.of());
        };
    }
}
