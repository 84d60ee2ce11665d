package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class ServeAlertsTest {

    @TempDir
    Path folder;

    @Test
    void serveTellsTheConfiguredWebhookWhatCrossedItsThreshold() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        Files.writeString(
                folder.resolve("mulligan.yaml"),
                "alerts: {webhook: 'http://127.0.0.1:" + receiver.getAddress().getPort() + "/alerts'}\n");
        try (ProviderSimulator provider =
                ProviderSimulator.start(Script.of(new Fault.Status(529, Map.of())), Replies.ALL_DONE)) {
            String upstream = "anthropic=" + provider.url();
            try (ServeProcess first = ServeProcess.start(folder, "--upstream", upstream)) {
                assertThat(first.ask("troubled", "hi").statusCode()).isEqualTo(200);
            }
            assertThat(told).as("a file that nobody trusts names no receiver").isEmpty();
            assertThat(Cli.run("trust", folder.toString()).exit()).isZero();
            // Rates are looked at right after the start, and then each minute.
            try (ServeProcess again = ServeProcess.start(folder, "--upstream", upstream)) {
                assertThat(told.poll(60, TimeUnit.SECONDS)).as(again.url()).contains("provider-retry-rate");
            }
        } finally {
            receiver.stop(0);
        }
    }
}
