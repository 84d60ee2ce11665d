package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Positioned;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void requestsKeepFlowingAndNoEventIsLost() throws Exception {
        try (FleetPostgres database = FleetPostgres.start(folder);
                ProviderSimulator provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE);
                ServeProcess gateway = ServeProcess.start(
                        folder, "--store", database.address(), "--upstream", "anthropic=" + provider.url())) {
            Load load = new Load(new AgentClient(gateway.url()), "session", CLIENTS, 1);
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
            Eventually.holds(
                    "the spool is empty",
                    () -> gateway.metric("mulligan_spool_events") + gateway.metric("mulligan_spool_waiting") == 0);
            assertThat(gateway.metric("mulligan_store_away")).isZero();
            System.out.printf(
                    "outage of %d s: %d requests, %d failed; spool empty %d ms after the load ended, %.0f dropped%n",
                    OUTAGE_SECONDS,
                    load.good() + load.bad().size(),
                    load.bad().size(),
                    (System.nanoTime() - back) / 1_000_000,
                    gateway.metric("mulligan_spool_dropped"));
            assertThat(load.bad()).isEmpty();
            assertThat(finished(database)).hasSize(load.good()).doesNotHaveDuplicates();
        }
    }

    @Test
    void startsWithoutTheDatabaseAndDeliversWhatADeadOneLeft() throws Exception {
        try (FleetPostgres database = FleetPostgres.start(folder);
                ProviderSimulator provider = ProviderSimulator.start(Script.healthy(), Replies.ALL_DONE)) {
            String[] options = {"--store", database.address(), "--upstream", "anthropic=" + provider.url()};
            try (ServeProcess first = ServeProcess.start(folder, options)) {
                assertThat(first.ask("s", "One").statusCode()).isEqualTo(200);
                Eventually.holds("it is stored", () -> first.metric("mulligan_spool_stored") >= 2);
                database.stop();
                for (int i = 0; i < 20; i++) {
                    assertThat(first.ask("s", "More " + i).statusCode()).isEqualTo(200);
                }
                Eventually.holds("all is in the spool", () -> first.metric("mulligan_spool_events") >= 40);
                first.kill();
            }
            try (ServeProcess second = ServeProcess.start(folder, options)) {
                assertThat(second.said()).anyMatch(line -> line.contains("cannot be reached"));
                assertThat(second.metric("mulligan_spool_events")).isEqualTo(40);
                for (int i = 0; i < 10; i++) {
                    assertThat(second.ask("s", "Later " + i).statusCode()).isEqualTo(200);
                }
                database.startAgain();
                Eventually.holds("the spool is empty", () -> second.metric("mulligan_spool_events") == 0);
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
