package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.StepEvent.IterationStarted;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full, folders that cannot be written, files that are damaged. */
class TroubleTest {

    @TempDir
    Path folder;

    private static List<Recorded> events(String run, int count) {
        List<Recorded> events = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            events.add(new Recorded(run, i, Instant.ofEpochMilli(i), new IterationStarted("step " + i, i)));
        }
        return events;
    }

    @Test
    void aFileThatIsNoStoreIsRefusedWithAdvice() throws IOException {
        Path file = folder.resolve("store.db");
        Files.writeString(file, "this is a letter, not a database. ".repeat(100));
        assertThatThrownBy(() -> EventStore.open(file.toString()))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.advice()).contains("doctor --repair"))
                .hasMessageContaining("damaged");
    }

    @Test
    void whatADamagedPageLeavesIsSaved() throws IOException {
        Path file = folder.resolve("store.db");
        try (EventStore store = EventStore.open(file.toString())) {
            for (int run = 0; run < 20; run++) {
                store.append(events("run-" + run, 500));
            }
        }
        long size = Files.size(file);
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.seek(size / 2 / 4096 * 4096);
            raw.write(new byte[8192]);
        }
        StoreRepair.Result result = StoreRepair.repair(file);
        assertThat(result.saved()).isBetween(5_000L, 10_000L);
        assertThat(result.keptAside()).exists();
        try (EventStore store = EventStore.open(file.toString())) {
            assertThat(store.upkeep().check()).isEmpty();
            assertThat(store.since(0, 20_000)).hasSize((int) result.saved());
        }
    }

    @Test
    void everyReadableRowOfEveryTableIsSavedAndWhatIsNotIsNamed() throws Exception {
        Path file = folder.resolve("store.db");
        Instant old = Instant.parse("2026-01-05T10:00:00Z");
        try (EventStore store = EventStore.open(file.toString())) {
            store.append(List.of(new Recorded("gone", 1, old, new RunStarted("p", "old", "L2", "/w", 1))));
            store.upkeep().retain(old.plusSeconds(86_400));
            store.flows().transaction("starting", writer -> {
                writer.create(new FlowRow("run-x", RunStatus.RUNNING, "steps: []", "{}", old), List.of());
                return true;
            });
            for (int run = 0; run < 20; run++) {
                store.append(events("run-" + run, 500));
            }
        }
        long size = Files.size(file);
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.seek(size / 2 / 4096 * 4096);
            raw.write(new byte[4 * 4096]);
        }
        StoreRepair.Result result = StoreRepair.repair(file);
        assertThat(result.unread()).isNotEmpty();
        try (EventStore store = EventStore.open(file.toString())) {
            assertThat(store.flows().find("run-x")).isPresent();
            assertThat(store.analytics()
                            .report(AnalyticsQuery.between(
                                    old.truncatedTo(java.time.temporal.ChronoUnit.DAYS),
                                    old.truncatedTo(java.time.temporal.ChronoUnit.DAYS)
                                            .plusSeconds(3 * 86_400)))
                            .runs()
                            .orElseThrow()
                            .started())
                    .as("sums of events that were let go")
                    .isEqualTo(1);
        }
    }

    @Test
    void aStoreInUseIsNotRepaired() throws Exception {
        Path file = folder.resolve("store.db");
        Process other = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        file.toString(),
                        "run")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            var lines = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
            while (!String.valueOf(lines.readLine()).equals("1")) {
                assertThat(other.isAlive()).isTrue();
            }
            assertThatThrownBy(() -> StoreRepair.repair(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use");
            assertThat(file).exists();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aTruncatedLogCostsOnlyWhatItHeld() throws IOException {
        Path file = folder.resolve("store.db");
        Path copy = folder.resolve("copy.db");
        try (EventStore store = EventStore.open(file.toString())) {
            store.append(events("a", 100));
            store.append(events("b", 100));
            // As after a power cut: both files as they are, the log cut short.
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            byte[] log = Files.readAllBytes(folder.resolve("store.db-wal"));
            Files.write(folder.resolve("copy.db-wal"), java.util.Arrays.copyOf(log, log.length - 5000));
        }
        try (EventStore store = EventStore.open(copy.toString())) {
            assertThat(store.upkeep().check()).isEmpty();
            assertThat(store.events("a", 0, 1000)).hasSize(100);
            assertThat(store.events("b", 0, 1000).size()).isIn(0, 100);
            assertThat(store.append(events("b", 100))).isIn(0, 100);
            assertThat(store.events("b", 0, 1000)).hasSize(100);
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Path file = folder.resolve("a-file");
        Files.writeString(file, "");
        assertThatThrownBy(() -> EventStore.open(file.resolve("below/store.db").toString()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("below");
    }

    @Test
    void afterAFailedBatchTheWriterGoesOn() {
        EventStore store = EventStore.open(folder.resolve("store.db").toString());
        EventWriter writer = store.writer();
        writer.submit(events("a", 1).getFirst()).toCompletableFuture().join();
        store.close();
        assertThatThrownBy(() -> writer.submit(events("a", 2).getLast())
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> writer.submit(events("a", 3).getLast())
                        .toCompletableFuture()
                        .join())
                .as("it still answers")
                .isInstanceOf(CompletionException.class);
        writer.close();
    }

    @Test
    void aFullDiskIsSaidAndNothingStoredIsLost() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash for a limit on file sizes");
        Path file = folder.resolve("full.db");
        Process process = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        // SIGXFSZ ignored, so that writing beyond the limit fails as on a full disk.
                        "trap '' XFSZ; ulimit -f 3000; exec \"$@\"",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDiskWriter.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertThat(said).contains("disk is full or cannot be written").contains("still alive");
        long acknowledged = Long.parseLong(said.lines()
                .filter(line -> line.startsWith("acknowledged "))
                .findFirst()
                .orElseThrow()
                .substring("acknowledged ".length()));
        try (EventStore store = EventStore.open(file.toString())) {
            assertThat(store.upkeep().check()).isEmpty();
            assertThat(store.since(0, Integer.MAX_VALUE).size()).isGreaterThanOrEqualTo((int) acknowledged);
            assertThat(acknowledged).isPositive();
        }
    }

    @Test
    void aBackupIsAStore() {
        Path copy = folder.resolve("backup.db");
        try (EventStore store = EventStore.open(folder.resolve("store.db").toString())) {
            store.append(events("a", 10));
            store.upkeep().backup(copy);
            store.append(events("b", 10));
        }
        try (EventStore store = EventStore.open(copy.toString())) {
            assertThat(store.since(0, 100)).hasSize(10);
        }
    }
}
