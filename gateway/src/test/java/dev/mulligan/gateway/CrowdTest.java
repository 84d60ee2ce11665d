package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayLimits;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Very many at once. */
@Timeout(120)
class CrowdTest {

    private static final int MANY = 2_000;

    @Test
    void thousandsOfStreamsAtOnceAllEndWell() throws Exception {
        try (ProviderSimulator simulator = ProviderSimulator.start(
                        Script.always(new Fault.Slow(Duration.ofMillis(150))), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .upstream("anthropic", URI.create(simulator.url())));
                ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<RawClient.Got>> clientRequest = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                String body = Rig.ASK_STREAM.replace("Hi", "Hi " + i);
                clientRequest.add(many.submit(() -> RawClient.post(gateway.port(), Rig.MESSAGES, body)));
            }
            for (Future<RawClient.Got> one : clientRequest) {
                RawClient.Got got = one.get();
                assertThat(got.status()).isEqualTo(200);
                assertThat(got.body()).contains("message_stop");
                assertThat(got.whole()).isTrue();
            }
            assertThat(simulator.requests()).hasSize(MANY);
        }
    }

    @Test
    void moreConnectionsThanAllowedAreClosedAndTheOthersServed() throws Exception {
        int loops = Runtime.getRuntime().availableProcessors();
        GatewayLimits few = new GatewayLimits(64 << 20, 256L << 20, 64 << 10, 16 << 10, 16 << 20, 3, 20);
        try (Rig rig = new Rig(o -> o.limits(few))) {
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < 20 * loops; i++) {
                idle.add(rig.client());
            }
            int refused = 0;
            for (RawClient client : idle) {
                if (isClosed(client)) {
                    refused++;
                }
            }
            assertThat(refused).isGreaterThanOrEqualTo(20 * loops - 3 * loops);
            for (RawClient client : idle) {
                client.close();
            }
        }
    }

    private static boolean isClosed(RawClient client) {
        try {
            client.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            return client.read().status() == 0;
        } catch (java.io.IOException reset) {
            return true;
        }
    }
}
