package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.SimRequest;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that leaves must not go on costing money: the provider sees it go at once. */
@Timeout(60)
class HangUpTest {

    static Stream<Fault> whileItWaits() {
        return Stream.of(
                new Fault.Stall(Duration.ofMinutes(1), true),
                new Fault.StallStream(Fault.Where.AFTER_START, Duration.ofMinutes(1)),
                new Fault.StallStream(Fault.Where.AFTER_CONTENT, Duration.ofMinutes(1)),
                new Fault.Slow(Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @MethodSource("whileItWaits")
    void providerSeesTheEndWithinATenthOfASecond(Fault fault) throws Exception {
        List<Duration> took = new ArrayList<>();
        try (ProviderSimulator simulator = ProviderSimulator.start(Script.always(fault), Replies.ALL_DONE);
                Gateway gateway = Gateway.start(GatewayOptions.standard()
                        .listeningOn("127.0.0.1", 0)
                        .upstream("anthropic", URI.create(simulator.url())))) {
            for (int i = 0; i < 20; i++) {
                RawClient client = new RawClient(gateway.port());
                client.send(Rig.MESSAGES, Rig.ASK_STREAM.replace("Hi", "Hi " + i));
                while (simulator.requests().size() <= i) {
                    Thread.onSpinWait();
                }
                SimRequest seen = simulator.requests().get(i);
                Instant left = Instant.now();
                client.close();
                while (seen.leftAt().isEmpty()) {
                    Thread.onSpinWait();
                }
                took.add(Duration.between(left, seen.leftAt().orElseThrow()));
            }
        }

        took.sort(Duration::compareTo);
        // A busy machine may be late once; the gateway may not.
        assertThat(took.get(took.size() * 3 / 4)).isLessThan(Duration.ofMillis(100));
    }
}
