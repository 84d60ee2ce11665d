package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayFact;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients, a third of all calls failing in every way: nobody notices, nothing is left behind. */
@Timeout(120)
class SoakTest {

    private static final int CLIENTS = 16;
    private static final int REQUESTS = 40;

    private static ScriptedUpstream.Step unreliable(long seed) {
        Random random = new Random(seed);
        ScriptedUpstream.Step[] faults = {
            Replies.overloaded(),
            Replies.reset(),
            Replies.status(500, "oops"),
            Replies.json(""),
            Replies.stream(Replies.ERROR),
            Replies.stream(Replies.START),
            Replies.stream(Replies.START, Replies.ERROR)
        };
        return (seen, line) -> {
            int dice;
            synchronized (random) {
                dice = random.nextInt(100);
            }
            ScriptedUpstream.Step good = seen.text().contains("\"stream\":true")
                    ? Replies.stream(Replies.GOOD_STREAM)
                    : Replies.json(Replies.GOOD_JSON);
            (dice < 30 ? faults[dice % faults.length] : good).answer(seen, line);
        };
    }

    @Test
    void thirtyPercentFaultsAreInvisible() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("SoakTest seed " + seed);
        ConcurrentLinkedQueue<String> bad = new ConcurrentLinkedQueue<>();
        try (Rig rig = new Rig(o -> o.policy(Rig.FOUR.maxAttempts(12)).time(HastyTime.INSTANCE))) {
            rig.upstream.always(unreliable(seed));
            CountDownLatch done = new CountDownLatch(CLIENTS);
            for (int c = 0; c < CLIENTS; c++) {
                int client = c;
                Thread.ofVirtual().start(() -> {
                    try {
                        for (int i = 0; i < REQUESTS; i++) {
                            String body =
                                    (i % 2 == 0 ? Rig.ASK : Rig.ASK_STREAM).replace("Hi", "Hi " + client + "." + i);
                            RawClient.Got got = rig.post(Rig.MESSAGES, body, "session-id: c" + client);
                            String wanted = i % 2 == 0 ? Replies.GOOD_JSON : Replies.GOOD_STREAM;
                            if (got.status() != 200 || !got.body().equals(wanted)) {
                                bad.add(client + "." + i + ": " + got);
                            }
                        }
                    } catch (Exception e) {
                        bad.add(client + ": " + e);
                    } finally {
                        done.countDown();
                    }
                });
            }
            done.await();
            assertThat(bad).isEmpty();
            assertThat(rig.facts.stream().filter(GatewayFact.RequestStarted.class::isInstance))
                    .hasSize(CLIENTS * REQUESTS);
            Thread.sleep(100);
            assertThat(rig.facts.stream().filter(GatewayFact.RequestFinished.class::isInstance))
                    .hasSize(CLIENTS * REQUESTS);
            assertThat(rig.gateway.activeRetries()).isEmpty();
            assertThat(rig.gateway.sessions().list()).hasSize(CLIENTS);
        }
    }
}
