package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.Replies;
import dev.mulligan.simulator.Script;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.EventStore.Positioned;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database goes away under load. How long is set by {@code -Dmulligan.outage.seconds}; 60 is what the figures in
 * docs/operations.md were taken with.
 */
@Timeout(400)
class OutageTest {

    private static final int OUTAGE_SECONDS = Integer.getInteger("mulligan.outage.seconds", 4);
    private static final int CLIENTS = 8;

    @TempDir
    Path folder;

    /** Clients that ask over and over until told to stop. */
    private static final class Load implements AutoCloseable {
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger good = new AtomicInteger();
        private final AtomicInteger bad = new AtomicInteger();
        private final List<Thread> clients = new ArrayList<>();

        Load(ServeProcess gateway) {
            for (int i = 0; i < CLIENTS; i++) {
                String session = "session-" + i;
                clients.add(Thread.ofVirtual().start(() -> {
                    for (int n = 0; !over.get(); n++) {
                        try {
                            boolean well = gateway.ask(session, "Question " + n).statusCode() == 200;
                            (well ? good : bad).incrementAndGet();
                            Thread.sleep(20);
                        } catch (java.io.IOException e) {
                            bad.incrementAndGet();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }));
            }
        }

        @Override
        public void close() {
            over.set(true);
            try {
                for (Thread client : clients) {
                    client.join();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void requestsKeepFlowingAndNoEventIsLost() throws Exception {
        try (FleetPostgres database = FleetPostgres.start(folder);
                ProviderSimulator provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE);
                ServeProcess gateway = ServeProcess.start(
                        folder, "--store", database.address(), "--upstream", "anthropic=" + provider.url())) {
            Load load = new Load(gateway);
            try (load) {
                Thread.sleep(1500);
                database.stop();
                Thread.sleep(Duration.ofSeconds(OUTAGE_SECONDS));
                assertThat(gateway.metric("mulligan_spool_events")).isPositive();
                assertThat(gateway.metric("mulligan_store_away")).isEqualTo(1);
                System.out.printf(
                        "in the spool: %.0f bytes an event%n",
                        gateway.metric("mulligan_spool_bytes") / gateway.metric("mulligan_spool_events"));
                database.startAgain();
                Thread.sleep(1500);
            }
            long back = System.nanoTime();
            while (gateway.metric("mulligan_spool_events") + gateway.metric("mulligan_spool_waiting") > 0) {
                Thread.sleep(50);
            }
            System.out.printf(
                    "outage of %d s: %d requests, %d failed; spool empty %d ms after the load ended, %.0f dropped%n",
                    OUTAGE_SECONDS,
                    load.good.get() + load.bad.get(),
                    load.bad.get(),
                    (System.nanoTime() - back) / 1_000_000,
                    gateway.metric("mulligan_spool_dropped"));
            assertThat(load.bad).hasValue(0);
            assertThat(finished(database)).hasSize(load.good.get()).doesNotHaveDuplicates();
        }
    }

    @Test
    void startsWithoutTheDatabaseAndDeliversWhatADeadOneLeft() throws Exception {
        try (FleetPostgres database = FleetPostgres.start(folder);
                ProviderSimulator provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE)) {
            String[] options = {"--store", database.address(), "--upstream", "anthropic=" + provider.url()};
            try (ServeProcess first = ServeProcess.start(folder, options)) {
                assertThat(first.ask("s", "One").statusCode()).isEqualTo(200);
                while (first.metric("mulligan_spool_stored") < 2) {
                    Thread.sleep(20);
                }
                database.stop();
                for (int i = 0; i < 20; i++) {
                    assertThat(first.ask("s", "More " + i).statusCode()).isEqualTo(200);
                }
                while (first.metric("mulligan_spool_events") < 40) {
                    Thread.sleep(20);
                }
                first.kill();
            }
            try (ServeProcess second = ServeProcess.start(folder, options)) {
                assertThat(second.said()).anyMatch(line -> line.contains("cannot be reached"));
                assertThat(second.metric("mulligan_spool_events")).isEqualTo(40);
                for (int i = 0; i < 10; i++) {
                    assertThat(second.ask("s", "Later " + i).statusCode()).isEqualTo(200);
                }
                database.startAgain();
                while (second.metric("mulligan_spool_events") > 0) {
                    Thread.sleep(50);
                }
                assertThat(second.get("/api/sessions").statusCode()).isEqualTo(200);
            }
            assertThat(finished(database)).hasSize(31).doesNotHaveDuplicates();
        }
    }

    private static List<String> finished(FleetPostgres database) {
        try (EventStore store = EventStore.open(database.address())) {
            List<String> ends = new ArrayList<>();
            for (List<Positioned> page = store.since(0, 5000);
                    !page.isEmpty();
                    page = store.since(page.getLast().position(), 5000)) {
                page.stream()
                        .filter(at -> at.recorded().type().equals("ProviderRequestFinished"))
                        .forEach(at -> ends.add(
                                at.recorded().runId() + " " + at.recorded().seq()));
            }
            return ends;
        }
    }
}
