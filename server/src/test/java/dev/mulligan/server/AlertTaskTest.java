package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mulligan.simulator.script.Fault;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AlertTaskTest {

    @TempDir
    Path folder;

    @Test
    void aRateAboveItsThresholdIsToldOnceHoweverOftenItIsLookedAt() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        AtomicInteger looks = new AtomicInteger();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            // The first one is not taken: it must come again.
            exchange.sendResponseHeaders(looks.getAndIncrement() == 0 ? 410 : 204, -1);
            exchange.close();
        });
        receiver.start();
        URI webhook = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook");
        try (House house = new House(
                folder, options -> options, settings -> settings.alerts(Optional.of(webhook), Duration.ofMillis(30)))) {
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("s");
            House.until(() -> told.size() == 2);
            house.ask("t");
            house.untilRecorded("t", 1);
            // Half of the requests are still above the threshold: later looks stay silent.
            int before = told.size();
            for (int i = 0; i < 5; i++) {
                house.get("/api/analytics/failures");
            }
            assertThat(told).hasSize(before);
            assertThat(told.getLast()).contains("provider-retry-rate").contains("requests needed a retry");
        } finally {
            receiver.stop(0);
        }
    }
}
