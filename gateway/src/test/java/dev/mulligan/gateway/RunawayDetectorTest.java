package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.guard.RunawayDetector;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.gateway.wire.RequestPath;
import dev.mulligan.test.ManualTime;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limit on identical requests, counted by several gateways together. */
class RunawayDetectorTest {

    private static final String KEY = "sk-ant-of-the-client";

    private final ManualTime time = new ManualTime();
    private final MemoryBoard board = new MemoryBoard();
    private final Side one = new Side("one");
    private final Side two = new Side("two");
    private final Side three = new Side("three");

    /** One gateway without its sockets. */
    private final class Side {
        private final Fleet fleet;
        private final RunawayDetector runaways;

        Side(String name) {
            GatewayOptions options = GatewayOptions.standard().time(time).sharing(board.as(name));
            fleet = new Fleet(options);
            runaways = new RunawayDetector(options, fleet);
        }

        int asks(int times, String session, String words) {
            int counted = 0;
            for (int i = 0; i < times; i++) {
                counted = runaways.count(request(session, words));
            }
            return counted;
        }
    }

    private static ClientRequest request(String session, String words) {
        MultiMap headers =
                MultiMap.caseInsensitiveMultiMap().add("x-api-key", KEY).add("session-id", session);
        return new ClientRequest(
                HttpMethod.POST,
                RequestPath.of(HttpMethod.POST, "/v1/messages", headers),
                headers,
                ("{\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Long enough for news, what others say to them, and that to be heard. */
    private void exchange() {
        for (int round = 0; round < 3; round++) {
            List.of(one, two, three).forEach(side -> side.fleet.exchange());
        }
    }

    @Test
    void allGatewaysCountTogether() {
        one.asks(11, "s", "Hi");
        exchange();
        assertThat(two.asks(9, "s", "Hi")).isEqualTo(20);
        exchange();
        assertThat(three.asks(1, "s", "Hi")).isEqualTo(21);
        assertThat(three.asks(1, "other session", "Hi")).isEqualTo(1);
        assertThat(three.asks(1, "s", "Other words")).isEqualTo(1);
    }

    @Test
    void whatCameOnceIsToldOnlyWhenItIsRepeatedAnywhere() {
        one.asks(1, "s", "Hi");
        two.asks(1, "s", "Hi");
        exchange();
        assertThat(board.notes()).isEmpty();
        assertThat(three.asks(2, "s", "Hi")).isEqualTo(2);
        exchange();
        assertThat(three.asks(1, "s", "Hi")).isEqualTo(5);
        exchange();
        int told = board.notes().size();
        exchange();
        assertThat(board.notes()).as("nobody answers an answer").hasSize(told);
    }

    @Test
    void windowOfEachEndsByItself() {
        one.asks(10, "s", "Hi");
        exchange();
        time.advance(Duration.ofSeconds(100));
        assertThat(two.asks(5, "s", "Hi")).isEqualTo(15);
        exchange();
        time.advance(Duration.ofSeconds(30));
        assertThat(three.asks(1, "s", "Hi")).as("the first ten are too old").isEqualTo(6);
    }

    @Test
    void withoutTheBoardTheOwnCountStandsAndIsToldLater() {
        board.away(true);
        assertThat(one.asks(21, "s", "Hi")).isEqualTo(21);
        exchange();
        assertThat(two.asks(1, "s", "Hi")).isEqualTo(1);
        board.away(false);
        exchange();
        assertThat(two.asks(1, "s", "Hi")).isEqualTo(23);
    }

    @Test
    void notesHoldNeitherKeysNorNamesNorWords() {
        one.asks(100, "name of the session", "words of the client");
        exchange();
        assertThat(board.notes()).singleElement().satisfies(heard -> {
            assertThat(heard.note().toString()).doesNotContain(KEY, "name of", "words of");
            assertThat(heard.note().body())
                    .as("more than is allowed is no news")
                    .isEqualTo("21");
        });
    }
}
