package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.record.StepEvent.IterationStarted;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process in a folder with a damaged store. */
@Timeout(120)
class DoctorRepairTest {

    @TempDir
    Path folder;

    @Test
    void aDamagedStoreIsSeenKeptAsideAndReplaced() throws Exception {
        byte[] garbage = new byte[20_000];
        new Random(1).nextBytes(garbage);
        Path store = store();
        Files.write(store, garbage);

        assertThat(doctor()).contains("damaged", "doctor --repair");
        assertThat(doctor("--repair")).contains("the damaged file is kept as").contains("0 events");
        assertThat(Files.readAllBytes(store.resolveSibling("store.db.damaged-1")))
                .isEqualTo(garbage);
    }

    @Test
    void whatWasLostComesBackFromTheTraces() throws Exception {
        Path home = Files.createDirectory(folder.resolve(".mulligan"));
        try (TraceWriter writer =
                TraceWriter.open(RunFolder.of(home, "r").path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
            for (int i = 1; i <= 30; i++) {
                writer.append(new Recorded("r", i, Instant.EPOCH, new IterationStarted("s", i)));
            }
        }
        Files.writeString(store(), "no database ".repeat(500));
        assertThat(doctor("--repair")).contains("brought back 30 events from the traces");
        try (EventStore store = EventStore.open(store().toString())) {
            assertThat(store.events("r", 0, 100)).hasSize(30);
        }
    }

    /** Where the store of the folder is kept. */
    private Path store() throws IOException {
        StoreAddress address = StoreAddress.of(null, folder.resolve(".mulligan"), Map.of());
        if (!address.exists()) {
            address.check();
        }
        return address.path().orElseThrow();
    }

    private String doctor(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "doctor"));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("MULLIGAN_STORE");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
