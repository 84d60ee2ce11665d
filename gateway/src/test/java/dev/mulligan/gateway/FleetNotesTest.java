package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.fleet.Fleet;
import dev.mulligan.gateway.guard.EndedRequest;
import dev.mulligan.gateway.guard.UpstreamScope;
import dev.mulligan.gateway.guard.UpstreamScopes;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.wire.ClientReply;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.test.ManualTime;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What gateways of a fleet learn from each other, with the board in memory. */
class FleetNotesTest {

    private static final Failure DOWN = Failure.of(FailureType.SERVER_ERROR, true, "down", Action.RETRY, "test");
    private static final Attempt FIRST =
            new Attempt(1, 4, Remedy.Simple.NOTHING, Optional.empty(), Episode.EMPTY, Deadline.NONE);

    private final ManualTime time = new ManualTime();
    private final MemoryBoard board = new MemoryBoard();
    private final Side one = new Side("one");
    private final Side two = new Side("two");

    /** One gateway without its sockets. */
    private final class Side {
        private final Fleet fleet;
        private final UpstreamScopes lanes;

        Side(String name) {
            GatewayOptions options = GatewayOptions.standard().time(time).sharing(board.as(name));
            fleet = new Fleet(options);
            lanes = new UpstreamScopes(options, fleet);
        }

        UpstreamScope lane() {
            return lanes.of("anthropic", "claude-sonnet-5-5", "account");
        }

        void fail(int times) {
            for (int i = 0; i < times; i++) {
                if (lane().admitsAtOnce(FIRST)) {
                    lane().failed(FIRST, DOWN);
                }
            }
        }
    }

    private void exchange() {
        one.fleet.exchange();
        two.fleet.exchange();
    }

    @Test
    void circuitThatOneOpensIsOpenForAllUntilItCloses() {
        one.fail(20);
        exchange();
        assertThat(two.lane().admitsAtOnce(FIRST)).isFalse();
        time.advance(Duration.ofMillis(5100));
        assertThat(two.lane().admitsAtOnce(FIRST)).as("the finder probes first").isFalse();
        assertThat(one.lane().admitsAtOnce(FIRST)).isTrue();
        one.lane().failed(FIRST, DOWN);
        exchange();
        time.advance(Duration.ofMillis(5100));
        assertThat(two.lane().admitsAtOnce(FIRST)).as("still down").isFalse();
        assertThat(one.lane().admitsAtOnce(FIRST)).isTrue();
        one.lane().succeeded(FIRST);
        exchange();
        assertThat(two.lane().admitsAtOnce(FIRST)).isTrue();
    }

    @Test
    void gatewayWithTroubleOfItsOwnDoesNotStopTheOthersAgainAndAgain() {
        one.fail(20);
        exchange();
        time.advance(Duration.ofSeconds(7));
        assertThat(two.lane().admitsAtOnce(FIRST)).as("a probe of its own").isTrue();
        two.lane().succeeded(FIRST);
        one.fail(1);
        exchange();
        exchange();
        assertThat(two.lane().admitsAtOnce(FIRST)).isTrue();
    }

    @Test
    void pauseThatOneWasToldIsKeptByAll() {
        one.lane().pauseFor(Duration.ofSeconds(30));
        exchange();
        assertThat(two.lane().admitsAtOnce(FIRST)).isFalse();
        assertThat(two.lanes.of("anthropic", "claude-sonnet-5-5", "other").admitsAtOnce(FIRST))
                .as("another account")
                .isTrue();
        time.advance(Duration.ofSeconds(31));
        assertThat(two.lane().admitsAtOnce(FIRST)).isTrue();
    }

    @Test
    void retriesOfAllComeOutOfOneBudgetWhileTheyAreFresh() {
        one.lane();
        two.lane();
        RetryBudget ones = Objects.requireNonNull(one.lanes.retryBudgets().get("anthropic"));
        RetryBudget twos = Objects.requireNonNull(two.lanes.retryBudgets().get("anthropic"));
        while (ones.tokens() >= 5) {
            ones.admitRetry(FIRST, DOWN);
        }
        exchange();
        two.fleet.exchange();
        twos.admitRetry(FIRST, DOWN);
        assertThat(twos.admitRetry(FIRST, DOWN)).isInstanceOf(Admission.Refused.class);
        time.advance(Duration.ofSeconds(11));
        two.fleet.exchange();
        assertThat(twos.admitRetry(FIRST, DOWN)).isInstanceOf(Admission.Granted.class);
        assertThat(twos.admitRetry(FIRST, DOWN)).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void endedRequestComesThroughItsText() {
        Episode episode = Episode.of(List.of(new Episode.Entry(
                1,
                Optional.of("claude-sonnet-5-5"),
                Remedy.Simple.WAIT,
                DOWN.withRetryAfter(Duration.ofSeconds(7)),
                Duration.ofSeconds(2))));
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("content-type", "application/json")
                .add("set-cookie", "secret=1");
        ClientReply reply = new ClientReply(529, "", headers, Buffer.buffer("{\"error\":\"ü\"}"));
        EndedRequest ended = new EndedRequest(-7, false, Optional.of(reply), episode, "anthropic m a", 3);
        EndedRequest back = EndedRequest.parse(ended.text().orElseThrow());
        assertThat(back.exactHash()).isEqualTo(-7);
        assertThat(back.episode()).isEqualTo(episode);
        assertThat(back.scope()).isEqualTo("anthropic m a");
        assertThat(back.repeats()).isEqualTo(3);
        assertThat(back.reply()).get().satisfies(told -> {
            assertThat(told.status()).isEqualTo(529);
            assertThat(told.body().toString()).isEqualTo("{\"error\":\"ü\"}");
            assertThat(told.headers().names()).containsExactly("content-type");
        });
        ClientReply huge = new ClientReply(500, "", headers, Buffer.buffer("x".repeat(20_000)));
        assertThat(new EndedRequest(1, false, Optional.of(huge), episode, "a b c", 0).text())
                .isEmpty();
    }
}
