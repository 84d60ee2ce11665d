package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Worker processes share a store and are killed and frozen at random. The suite does a little of it on PostgreSQL;
 * {@code -Dmulligan.cluster=full} does much, on SQLite too. {@code -Dmulligan.seed} repeats one.
 */
class ClusterTest {

    private static final boolean FULL = "full".equals(System.getProperty("mulligan.cluster"));
    private static final int RUNS = FULL ? 100 : 6;
    private static final int STEPS = FULL ? 5 : 3;
    private static final int FAULTS = FULL ? 40 : 4;
    private static final Duration HEARTBEAT = Duration.ofMillis(500);
    private static final Duration FROZEN = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    @Test
    void onPostgresEveryStepIsDoneOnceWhateverHappensToWorkers() throws Exception {
        Optional<ClusterPostgres> server = ClusterPostgres.start(folder.resolve("postgres"));
        Assumptions.assumeTrue(server.isPresent(), "PostgreSQL cannot be started here");
        try (ClusterPostgres postgres = server.orElseThrow()) {
            try (EventStore store = EventStore.open(postgres.address())) {
                assertThat(EngineSetup.embedded(store, folder, Config.EMPTY, Map.of())
                                .pace()
                                .heartbeat())
                        .as("what every role beats with, since each judges the others by its own")
                        .isEqualTo(Duration.ofSeconds(10));
            }
            everyStepIsDoneOnce(postgres.address(), Optional.of(postgres), false);
        }
    }

    @Test
    void throughGitEveryStepIsDoneOnceWhateverHappensToWorkers() throws Exception {
        Assumptions.assumeTrue(FULL, "only with -Dmulligan.cluster=full");
        everyStepIsDoneOnce(folder.resolve("shared.db").toString(), Optional.empty(), true);
    }

    @Test
    void onSqliteEveryStepIsDoneOnceWhateverHappensToWorkers() throws Exception {
        Assumptions.assumeTrue(FULL, "only with -Dmulligan.cluster=full");
        everyStepIsDoneOnce(folder.resolve("shared.db").toString(), Optional.empty(), false);
    }

    private void everyStepIsDoneOnce(String where, Optional<ClusterPostgres> server, boolean travelling)
            throws Exception {
        long seed = Long.getLong("mulligan.seed", System.nanoTime());
        System.out.println("cluster: seed " + seed);
        try (ClusterScene scene = new ClusterScene(folder.resolve("cluster"), where, HEARTBEAT, FULL ? 2 : 4)) {
            Process first = scene.worker();
            scene.worker();
            for (int run = 0; run < RUNS; run++) {
                ClusterScene.order(first, scene.run("run-" + run, STEPS, "sleep 1", travelling));
            }
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(60), () -> scene.runs().size() == RUNS))
                    .as(scene::said)
                    .isTrue();
            disturb(scene, new Random(seed), server);
            boolean over = ClusterScene.until(
                    Duration.ofSeconds(60 + RUNS * STEPS),
                    () -> scene.runs().stream().allMatch(run -> run.status().isOver()));
            assertThat(scene.runs())
                    .as(() -> "seed " + seed + "\n" + scene.said())
                    .allSatisfy(run -> assertThat(run.status()).isEqualTo(RunStatus.PASSED));
            assertThat(over).isTrue();
            for (FlowRow run : scene.runs()) {
                check(scene, run, "seed " + seed + ", run " + run.runId(), travelling);
            }
            starts(scene);
        }
    }

    /** Two workers work at any time, but one of them may be frozen, and clocks may be ten seconds apart. */
    private static void disturb(ClusterScene scene, Random random, Optional<ClusterPostgres> server)
            throws IOException, InterruptedException {
        Map<String, Integer> done = new TreeMap<>();
        for (int fault = 0; fault < FAULTS; fault++) {
            ClusterScene.until(Duration.ofMillis(100 + random.nextInt(FULL ? 1_000 : 400)), () -> false);
            List<Process> living =
                    scene.workers.stream().filter(Process::isAlive).toList();
            Process victim = living.get(random.nextInt(living.size()));
            // In the suite each kind comes once.
            int kind = FULL ? random.nextInt(server.isPresent() ? 4 : 3) : fault % 4;
            switch (kind) {
                case 0, 1 -> {
                    int ahead = kind == 0 ? 0 : random.nextBoolean() ? 10 : -10;
                    ClusterScene.signal(victim, "KILL");
                    victim.waitFor();
                    scene.worker(ahead);
                    done.merge(ahead == 0 ? "killed" : "killed, next with a shifted clock", 1, Integer::sum);
                }
                case 2 -> {
                    ClusterScene.signal(victim, "STOP");
                    ClusterScene.until(FROZEN, () -> false);
                    ClusterScene.signal(victim, "CONT");
                    done.merge("frozen", 1, Integer::sum);
                }
                default -> {
                    server.orElseThrow().restart();
                    done.merge("database restarted", 1, Integer::sum);
                }
            }
        }
        System.out.println("cluster: " + done);
    }

    private static void check(ClusterScene scene, FlowRow run, String about, boolean travelling) throws IOException {
        List<String> steps =
                IntStream.rangeClosed(1, STEPS).mapToObj(step -> "s" + step).toList();
        assertThat(scene.events(run.runId(), StepFinished.class).stream().map(StepFinished::stepId))
                .as(about)
                .containsExactlyElementsOf(steps);
        List<Recorded> recorded = scene.store.events(run.runId(), 0, 100_000);
        assertThat(recorded.stream().map(Recorded::seq))
                .as(about)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, recorded.size())
                        .mapToObj(Long::valueOf)
                        .toList());
        assertThat(TraceReader.all(
                                scene.home.resolve("runs").resolve(run.runId()).resolve("trace.jsonl"))
                        .stream()
                        .map(Recorded::seq))
                .as("the trace, " + about)
                .doesNotHaveDuplicates();
        Path base = RunOrder.of(run.plan(), run.options()).base();
        List<String> notes = travelling ? published(base, run.runId()) : Files.readAllLines(base.resolve("notes.txt"));
        assertThat(notes.stream().filter(line -> line.startsWith("s")))
                .as("the files, " + about)
                .filteredOn(line -> !line.equals("start"))
                .containsExactlyElementsOf(steps);
        assertThat(ClusterScene.until(
                        Duration.ofSeconds(3),
                        () -> ClusterScene.agents(run.runId()).isEmpty()))
                .as("no agent is left, " + about)
                .isTrue();
    }

    private static List<String> published(Path base, String runId) throws IOException {
        Process show = new ProcessBuilder("git", "show", "mulligan/" + runId + ":notes.txt")
                .directory(base.resolveSibling("shared.git").toFile())
                .start();
        return new String(show.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** A step's agent may start again when its worker dies, but never once a later step has begun. */
    private static void starts(ClusterScene scene) throws IOException {
        int all = 0;
        for (FlowRow run : scene.runs()) {
            Path base = RunOrder.of(run.plan(), run.options()).base();
            List<String> started = Files.readAllLines(
                            base.resolveSibling("outside").resolve("starts"))
                    .stream()
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .toList();
            assertThat(started).as(run.runId()).isSorted();
            all += started.size();
        }
        System.out.println("cluster: " + scene.runs().size() + " runs, " + STEPS + " steps each, " + FAULTS
                + " faults, " + all + " starts of agents");
    }
}
