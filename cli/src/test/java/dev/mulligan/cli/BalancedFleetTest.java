package dev.mulligan.cli;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real gateways on one PostgreSQL behind a real haproxy that sends each request to the next of them. */
@Timeout(300)
class BalancedFleetTest {

    private static final long SEED = 20_261_116;
    private static final int REQUESTS = 40;

    @TempDir
    static Path databaseFolder;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FleetPostgres database;

    private ProviderSimulator provider;
    private ServeProcess one;
    private ServeProcess two;
    private Haproxy balancer;
    private AgentClient agent;
    private int portOfOne;
    private int portOfTwo;

    @BeforeAll
    static void startDatabase() throws Exception {
        Haproxy.program();
        database = FleetPostgres.start(databaseFolder);
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        database.fresh();
        provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE);
        portOfOne = ServeProcess.freePort();
        portOfTwo = ServeProcess.freePort();
        List<ServeProcess> both = ServeProcess.both(() -> gateway("one", portOfOne), () -> gateway("two", portOfTwo));
        one = both.getFirst();
        two = both.getLast();
        balancer = Haproxy.start(folder, portOfOne, portOfTwo);
        agent = new AgentClient(balancer.url());
        Eventually.holds("both gateways are up", () -> balancer.isUp("one") && balancer.isUp("two"));
    }

    private ServeProcess gateway(String name, int port) throws Exception {
        return ServeProcess.start(
                Files.createDirectories(folder.resolve(name)),
                port,
                "--store",
                database.address(),
                "--upstream",
                "anthropic=" + provider.url(),
                "--policy",
                "create_file");
    }

    @AfterEach
    void stop() throws Exception {
        if (balancer != null) {
            balancer.close();
        }
        // Nobody needs what they would still say while they leave.
        for (ServeProcess gateway : new ServeProcess[] {one, two}) {
            if (gateway != null) {
                gateway.kill();
            }
        }
        if (provider != null) {
            provider.close();
        }
    }

    @Test
    void sessionSpreadOverTheFleetIsOneSessionInOrderAndRetriesAreRecognised() throws Exception {
        List<Fault> faults = List.of(
                new Fault.Status(529, Map.of()), new Fault.ResetBeforeHeaders(), new Fault.Status(500, Map.of()));
        provider.script(Script.mix(faults, 0.15, SEED));
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            asked.add("model-%03d".formatted(i));
            HttpResponse<String> answer = agent.ask("spread", asked.getLast(), "Question " + i);
            assertThat(answer.statusCode())
                    .as("seed %d: %s", SEED, answer.body())
                    .isEqualTo(200);
        }
        assertThat(provider.requests()).as("seed %d: there were faults", SEED).hasSizeGreaterThan(REQUESTS);
        assertThat(balancer.requests("one")).isGreaterThan(REQUESTS / 3);
        assertThat(balancer.requests("two")).isGreaterThan(REQUESTS / 3);
        Eventually.holds("all requests are on record", () -> ended("spread").size() == REQUESTS);

        List<JsonObject> ended = ended("spread");
        assertThat(ended)
                .as("newest first")
                .isSortedAccordingTo(comparing(at("endedAt")).reversed());
        assertThat(ended.stream().sorted(comparing(at("startedAt"))).map(request -> request.text("requestedModel", "")))
                .isEqualTo(asked);
        JsonObject list = Json.parseObject(agent.get("/api/sessions").body());
        assertThat(list.list("sessions")).singleElement().satisfies(session -> {
            assertThat(((JsonObject) session).text("id", "")).isEqualTo("spread");
            assertThat(((JsonObject) session).integer("requests")).hasValue(REQUESTS);
        });
        clientsRetryIsRecognisedWhereverItArrives();
    }

    private static Function<JsonObject, Instant> at(String when) {
        return request -> Instant.parse(request.text(when, ""));
    }

    private List<JsonObject> ended(String session) throws Exception {
        JsonObject shown = Json.parseObject(
                agent.get("/api/sessions/" + session + "?events=1000").body());
        return shown.list("requests").stream()
                .map(JsonObject.class::cast)
                .filter(request -> request.members().containsKey("endedAt"))
                .toList();
    }

    private void clientsRetryIsRecognisedWhereverItArrives() throws Exception {
        provider.script(Script.always(new Fault.Status(529, Map.of())));
        double known = one.metric("mulligan_shared_heard") + two.metric("mulligan_shared_heard");
        HttpResponse<String> first = agent.ask("s", "Mend it");
        int calls = provider.requests().size();
        assertThat(first.statusCode()).isEqualTo(529);
        Eventually.holds(
                "the other gateway has news",
                () -> one.metric("mulligan_shared_heard") + two.metric("mulligan_shared_heard") > known);
        Thread.sleep(FleetTest.NEWS_TAKE_AT_MOST);
        int ones = balancer.requests("one");
        int twos = balancer.requests("two");
        for (int i = 0; i < 4; i++) {
            assertThat(agent.ask("s", "Mend it").body()).isEqualTo(first.body());
        }
        assertThat(balancer.requests("one") - ones).isEqualTo(2);
        assertThat(balancer.requests("two") - twos).isEqualTo(2);
        assertThat(provider.requests()).hasSize(calls);
    }

    @Test
    void gatewayLeavesUnderLoadWithoutAFailedRequestAndADeadOneIsTakenOut() throws Exception {
        provider.script(Script.always(new Fault.Slow(Duration.ofMillis(30))));
        Load drained = new Load(agent, "drained", 6, 1);
        long began = System.nanoTime();
        try (drained) {
            Eventually.holds("load runs", () -> drained.good() > 50);
            one.close();
            int before = drained.good();
            Eventually.holds("the other one carries on", () -> drained.good() > before + 50);
        }
        System.out.printf(
                "drained within %d ms: %d requests, %d failed%n",
                (System.nanoTime() - began) / 1_000_000,
                drained.good(),
                drained.bad().size());
        assertThat(drained.bad()).isEmpty();
        one = gateway("one", portOfOne);
        Eventually.holds("it is back", () -> balancer.isUp("one"));

        Load killed = new Load(agent, "killed", 6, 4);
        try (killed) {
            Eventually.holds("load runs", () -> killed.good() > 50);
            two.kill();
            Eventually.holds("it is taken out", () -> !balancer.isUp("two"));
            int before = killed.good();
            Eventually.holds("the other one carries on", () -> killed.good() > before + 50);
        }
        System.out.printf(
                "killed: %d requests, %d sent once more, %d failed%n",
                killed.good(), killed.again(), killed.bad().size());
        assertThat(killed.bad()).isEmpty();
        for (int i = 0; i < 10; i++) {
            assertThat(agent.ask("after", "Question " + i).statusCode()).isEqualTo(200);
        }
    }
}
