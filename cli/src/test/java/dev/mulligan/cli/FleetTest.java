package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real gateways on one PostgreSQL, as behind a load balancer that sends each request to either. */
@Timeout(300)
class FleetTest {

    /** The manual promises half a second; machines that run tests have much to do. */
    static final Duration NEWS_TAKE_AT_MOST = Duration.ofSeconds(2);

    @TempDir
    static Path databaseFolder;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FleetPostgres database;

    private ProviderSimulator provider;

    @SuppressWarnings("NullAway.Init")
    private ServeProcess one;

    @SuppressWarnings("NullAway.Init")
    private ServeProcess two;

    @BeforeAll
    static void startDatabase() throws Exception {
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
        if (database.isAway()) {
            database.startAgain();
        }
        database.fresh();
        provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE);
    }

    private void gateways(String... more) throws Exception {
        List<ServeProcess> both = ServeProcess.both(() -> gateway("one", more), () -> gateway("two", more));
        one = both.getFirst();
        two = both.getLast();
    }

    private ServeProcess gateway(String name, String... more) throws Exception {
        List<String> options =
                new ArrayList<>(List.of("--store", database.address(), "--upstream", "anthropic=" + provider.url()));
        options.addAll(List.of(more));
        return ServeProcess.start(Files.createDirectories(folder.resolve(name)), options.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws Exception {
        // How they leave is the business of other tests.
        for (ServeProcess gateway : new ServeProcess[] {one, two}) {
            if (gateway != null) {
                gateway.kill();
            }
        }
        provider.close();
    }

    private static double heard(ServeProcess gateway) throws Exception {
        return gateway.metric("mulligan_shared_heard");
    }

    /** What one gateway told has come in at this one. */
    private static void awaitNews(ServeProcess gateway, double known) throws Exception {
        Eventually.holds("there are news", () -> heard(gateway) > known);
    }

    @Test
    void secondGatewayStopsCallingADeadUpstreamWhenTheFirstHasLearntIt() throws Exception {
        gateways("--policy", "patient");
        assertThat(two.ask("warm", "Hello").statusCode()).isEqualTo(200);
        provider.script(Script.always(new Fault.Status(500, Map.of())));
        int before = provider.requests().size();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                String words = "Question " + i;
                asked.add(clients.submit(() -> one.ask("first " + words, words)));
            }
            // The breaker of the first opens at twenty failures.
            Eventually.holds("twenty calls failed", () -> provider.requests().size() - before >= 20);
            Thread.sleep(NEWS_TAKE_AT_MOST);
            int seen = callsFor("second");
            for (int i = 0; i < 10; i++) {
                String words = "Other question " + i;
                asked.add(clients.submit(() -> two.ask("second " + words, "second " + words)));
            }
            // Time in which it would call if it did not know.
            Thread.sleep(2500);
            assertThat(callsFor("second")).isEqualTo(seen).isZero();
            provider.script(Script.healthy());
            for (Future<?> client : asked) {
                HttpResponse<?> answer = (HttpResponse<?>) client.get();
                assertThat(answer.statusCode()).isEqualTo(200);
            }
        }
        assertThat(callsFor("second")).isEqualTo(10);
    }

    private int callsFor(String words) {
        return (int) provider.requests().stream()
                .filter(request -> new String(request.body(), StandardCharsets.UTF_8).contains(words))
                .count();
    }

    @Test
    void clientsRetryThatReachesTheOtherGatewayIsRecognised() throws Exception {
        gateways("--policy", "create_file");
        provider.script(Script.always(new Fault.Status(529, Map.of())));
        double known = heard(two);
        HttpResponse<String> first = one.ask("s", "Mend it");
        int calls = provider.requests().size();
        assertThat(first.statusCode()).isEqualTo(529);
        assertThat(calls).isGreaterThan(1);
        awaitNews(two, known);
        // Not all news are about this request; those that are come within the bound the manual promises.
        Thread.sleep(NEWS_TAKE_AT_MOST);
        HttpResponse<String> again = two.ask("s", "Mend it");
        assertThat(again.statusCode()).isEqualTo(529);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(provider.requests()).hasSize(calls);
        // The upstream answers somebody: what was given up is worth another try, everywhere.
        provider.script(Script.healthy());
        double before = heard(two);
        assertThat(one.ask("other", "Anything").statusCode()).isEqualTo(200);
        awaitNews(two, before);
        Thread.sleep(NEWS_TAKE_AT_MOST);
        assertThat(two.ask("s", "Mend it").statusCode()).isEqualTo(200);
    }

    @Test
    void clientCaughtInALoopIsStoppedByAllGatewaysTogether() throws Exception {
        gateways();
        for (int i = 0; i < 20; i++) {
            assertThat(one.ask("loop", "Again").statusCode()).isEqualTo(200);
        }
        Thread.sleep(NEWS_TAKE_AT_MOST);
        HttpResponse<String> stopped = two.ask("loop", "Again");
        assertThat(stopped.statusCode()).as(stopped.body()).isEqualTo(400);
        assertThat(stopped.body()).contains("the very same request 21 times");
        assertThat(two.ask("other", "Again").statusCode()).isEqualTo(200);
        assertThat(provider.requests()).hasSize(21);
        // Without the database each goes on with what it knows.
        database.stop();
        assertThat(one.ask("loop", "Again").statusCode()).isEqualTo(400);
        for (int i = 0; i < 20; i++) {
            assertThat(two.ask("away", "Again").statusCode()).isEqualTo(200);
        }
        assertThat(two.ask("away", "Again").statusCode()).isEqualTo(400);
    }

    @Test
    void sessionEscalatedAtOneGatewayUsesTheModelAtBoth() throws Exception {
        gateways();
        assertThat(one.ask("s", "Hello").statusCode()).isEqualTo(200);
        HttpResponse<String> up =
                one.post("/api/sessions/s/escalate", "{\"model\":\"claude-opus-5\"}", "origin", one.url());
        assertThat(up.statusCode()).as(up.body()).isEqualTo(200);
        AtomicInteger more = new AtomicInteger();
        Eventually.holds(
                "the other gateway uses the model",
                () -> two.ask("s", "More " + more.incrementAndGet())
                        .headers()
                        .firstValue("x-mulligan-model")
                        .equals(Optional.of("claude-opus-5")));
        assertThat(new String(provider.requests().getLast().body(), StandardCharsets.UTF_8))
                .contains("claude-opus-5");
    }

    @Test
    void budgetOfAProjectIsOneForAllGatewaysAndOutlivesThem() throws Exception {
        gateways("--budget-project", "0.0001");
        double known = heard(two);
        assertThat(one.ask("s", "Hello").statusCode()).isEqualTo(200);
        // One note for the session and one for the project.
        awaitNews(two, known + 1);
        HttpResponse<String> refused = two.ask("t", "Hello");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        one.kill();
        one = gateway("one", "--budget-project", "0.0001");
        awaitNews(one, 1);
        assertThat(one.ask("u", "Hello").statusCode()).isEqualTo(403);
    }

    @Test
    void metricsNameRolesAndTheAgeOfWhatIsShared() throws Exception {
        gateways();
        one.ask("s", "Hello");
        assertThat(one.get("/metrics").body())
                .contains("mulligan_gateway_active{role=\"gateway\"}")
                .contains("mulligan_spool_events{role=\"gateway\"} 0.0")
                .contains("mulligan_store_away{role=\"server\"} 0.0")
                .contains("mulligan_worker_slots{role=\"worker\"}");
        assertThat(one.metric("mulligan_shared_age_seconds")).isBetween(0.0, 30.0);
    }
}
