package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.store.report.AlertWatch;
import dev.mulligan.store.report.AlertWebhook;
import dev.mulligan.store.report.Report;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real receiver on the loopback interface. */
class AlertTest {

    private static final Report.Alert RETRIES = new Report.Alert("provider-retry-rate", 0.4, 0.2, "40 % …");
    private static final Report.Alert REPAIRS = new Report.Alert("repair-iterations", 4, 3, "4.0 repairs …");

    @TempDir
    Path folder;

    private final List<String> received = Collections.synchronizedList(new ArrayList<>());
    private final Deque<Integer> answers = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(answers.isEmpty() ? 204 : answers.pop(), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private AlertWebhook webhook() {
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().time(new ManualTime()));
        return new AlertWebhook(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"),
                Recovery.of(PolicyTemplates.get("default").maxAttempts(3)).on(executor));
    }

    @Test
    void eachCrossingIsToldOnce() {
        try (EventStore store = EventStore.open(folder.resolve("store.db").toString())) {
            AlertWatch watch = store.alerts();
            assertThat(watch.tell(List.of(RETRIES), Instant.EPOCH, webhook())).containsExactly(RETRIES);
            assertThat(watch.tell(List.of(RETRIES), Instant.EPOCH, webhook())).isEmpty();
            assertThat(watch.tell(List.of(RETRIES, REPAIRS), Instant.EPOCH, webhook()))
                    .containsExactly(REPAIRS);
            assertThat(watch.tell(List.of(), Instant.EPOCH, webhook())).isEmpty();
            assertThat(watch.tell(List.of(RETRIES), Instant.EPOCH, webhook())).containsExactly(RETRIES);
        }
        assertThat(received).hasSize(3);
        assertThat(received.getFirst()).contains("\"provider-retry-rate\"").contains("0.4");
    }

    @Test
    void aReceiverInTroubleIsTriedAgainButNotForEver() {
        try (EventStore store = EventStore.open(folder.resolve("store.db").toString())) {
            AlertWatch watch = store.alerts();
            answers.addAll(List.of(503, 503, 503));
            assertThatThrownBy(() -> watch.tell(List.of(RETRIES), Instant.EPOCH, webhook()))
                    .isInstanceOf(GaveUpException.class);
            assertThat(received).hasSize(3);
            answers.addAll(List.of(503));
            assertThat(watch.tell(List.of(RETRIES), Instant.EPOCH, webhook()))
                    .as("what was not heard is told again")
                    .containsExactly(RETRIES);
            assertThat(received).hasSize(5);
        }
    }
}
