package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another program holds SQLite's write lock again and again, longer than a worker may be silent, while steps work side by
 * side. {@code -Dmulligan.steps=30 -Dmulligan.heldMillis=7000 -Dmulligan.held=4} for longer.
 */
class HeldStoreTest {

    private static final int STEPS = Integer.getInteger("mulligan.steps", 12);
    private static final int TIMES = Integer.getInteger("mulligan.held", 2);
    private static final long MILLIS = Long.getLong("mulligan.heldMillis", 2_500);

    @TempDir
    Path folder;

    @Test
    void aStoreHeldByAnotherProgramCostsTimeAndNoEvent() throws Exception {
        Path file = folder.resolve("held.db");
        try (Scene scene = new Scene(folder)) {
            scene.file("start.txt", "start\n").commit();
            Path coder = Files.writeString(
                    scene.outside.resolve("coder.sh"),
                    "F=$(sed -n 's/.*Write \\([a-z0-9]*\\)\\..*/\\1/p'); echo >> '" + scene.outside
                            + "/started'; sleep 0.2; echo $F > $F.txt\n");
            StringBuilder plan = new StringBuilder(
                    "name: held\nlevel: L1\nagents: {coder: {command: [sh, '" + coder + "']}}\nsteps:\n");
            for (int i = 0; i < STEPS; i++) {
                plan.append("  - {id: s").append(i).append(", prompt: Write s").append(i);
                plan.append("., verify: 'test -s s").append(i).append(".txt'}\n");
            }
            Files.writeString(scene.outside.resolve("plan.yaml"), plan);
            EventStore.open(file.toString()).close();

            CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> run(scene.root, file));
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(60),
                            () -> Files.exists(scene.outside.resolve("started")) || run.isDone()))
                    .isTrue();
            assertThat(holdLock(file)).isEqualTo(TIMES);
            assertThat(run.get()).as("exit code of the run").isZero();

            try (EventStore store = EventStore.open(file.toString())) {
                String runId = store.flows().newest(1).getFirst().runId();
                List<Recorded> recorded = store.events(runId, 0, 100_000);
                assertThat(recorded.getLast().event())
                        .isInstanceOfSatisfying(
                                RunFinished.class,
                                end -> assertThat(end.stepsPassed()).isEqualTo(STEPS));
                assertThat(recorded.stream()
                                .map(Recorded::event)
                                .filter(StepFinished.class::isInstance)
                                .map(end -> ((StepFinished) end).stepId()))
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, STEPS).mapToObj(i -> "s" + i).toList());
                EventJson json = EventJson.standard();
                assertThat(TraceReader.all(scene.home
                                        .resolve("runs")
                                        .resolve(runId)
                                        .resolve("trace.jsonl"))
                                .stream()
                                .map(json::line))
                        .as("the trace")
                        .containsExactlyElementsOf(
                                recorded.stream().map(json::line).toList());
            }
        }
    }

    private static int run(Path root, Path store) {
        try {
            return CrashProgram.start(root, store, 0);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How often the other program had the lock. */
    private static int holdLock(Path store) throws IOException, InterruptedException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        store.toString(),
                        String.valueOf(TIMES),
                        String.valueOf(MILLIS))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = holder.inputReader(StandardCharsets.UTF_8)) {
            int held = (int) said.lines().filter(line -> line.equals("held")).count();
            assertThat(holder.waitFor()).isZero();
            return held;
        } finally {
            holder.destroyForcibly();
        }
    }
}
