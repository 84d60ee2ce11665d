package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.config.Config;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker goes away in the middle of a step; one that was there all along must notice by the missing heartbeats. */
class ClusterTakeoverTest {

    /** Ten seconds on a machine that has time for us; where more programs want to run than can, they wait for each other. */
    private static final Duration MOST = Duration.ofSeconds(
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()
                            > 1.5 * Runtime.getRuntime().availableProcessors()
                    ? 60
                    : 10);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void anotherWorkerTakesOverWithinTenSecondsAndTheFormerChangesNothing(String signal) throws Exception {
        try (ClusterScene scene = new ClusterScene(
                folder.resolve("cluster"), folder.resolve("shared.db").toString(), Duration.ofSeconds(1), 2)) {
            Process first = scene.worker();
            scene.worker();
            // The first call works on for long, through a child of its own, and writes when nobody wants it any more.
            Path run = scene.run(
                    "run",
                    2,
                    "if [ $N = 1 ]; then (sleep 25; echo late >> notes.txt) & echo $! > $OUT/child; wait; fi");
            Path starts = run.resolve("outside/starts");
            ClusterScene.order(first, run);
            assertThat(ClusterScene.until(Duration.ofSeconds(30), () -> Files.exists(run.resolve("outside/child"))))
                    .as(scene::said)
                    .isTrue();
            long holder = Long.parseLong(lines(starts).getFirst().split(" ", -1)[1]);
            Process victim = scene.workers.stream()
                    .filter(worker -> worker.pid() == holder)
                    .findFirst()
                    .orElseThrow();

            ClusterScene.signal(victim, signal);
            long from = System.nanoTime();
            assertThat(ClusterScene.until(MOST, () -> lines(starts).size() > 1))
                    .as(scene::said)
                    .isTrue();
            System.out.println("cluster: taken over " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from)
                    + " ms after SIG" + signal);
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(30),
                            () -> scene.runs().getFirst().status() == RunStatus.PASSED))
                    .as(scene::said)
                    .isTrue();
            ClusterScene.signal(victim, "CONT");
            victim.getOutputStream().close();
            assertThat(victim.waitFor(30, TimeUnit.SECONDS)).as(scene::said).isTrue();

            String runId = scene.runs().getFirst().runId();
            assertThat(scene.runs().getFirst().status()).isEqualTo(RunStatus.PASSED);
            assertThat(scene.events(runId, StepFinished.class).stream().map(StepFinished::stepId))
                    .containsExactly("s1", "s2");
            assertThat(scene.events(runId, AttemptFinished.class)).hasSize(2);
            assertThat(Files.readAllLines(run.resolve("project/notes.txt"))).containsExactly("start", "s1", "s2");
            assertThat(ClusterScene.agents(runId))
                    .as("the former agent and its child")
                    .isEmpty();
        }
    }

    @Test
    void aRunStoppedByOneProgramEndsItsAgentInAnother() throws Exception {
        try (ClusterScene scene = new ClusterScene(
                folder.resolve("cluster"), folder.resolve("shared.db").toString(), Duration.ofSeconds(1), 2)) {
            Process worker = scene.worker();
            Path run = scene.run("run", 2, "sleep 60");
            ClusterScene.order(worker, run);
            assertThat(ClusterScene.until(Duration.ofSeconds(30), () -> Files.exists(run.resolve("outside/starts"))))
                    .as(scene::said)
                    .isTrue();
            String runId = scene.runs().getFirst().runId();
            assertThat(ClusterScene.agents(runId)).isNotEmpty();

            try (Engine other = Engine.start(EngineSetup.embedded(scene.store, scene.home, Config.EMPTY, Map.of()))) {
                other.cancel(runId, "test");
                assertThat(ClusterScene.until(
                                MOST, () -> ClusterScene.agents(runId).isEmpty()))
                        .as(scene::said)
                        .isTrue();
            }
            assertThat(scene.runs().getFirst().status()).isEqualTo(RunStatus.STOPPED);
            assertThat(scene.events(runId, StepFinished.class)).isEmpty();
            assertThat(ClusterScene.until(MOST, () -> scene.store.flows().held().isEmpty()))
                    .as("nothing waits for a worker any more")
                    .isTrue();
            assertThat(lines(run.resolve("outside/starts"))).hasSize(1);
        }
    }

    @Test
    void aWorkerFrozenWhileItTakesAStepLeavesTheStepsOfOthersAlone() throws Exception {
        try (ClusterScene scene = new ClusterScene(
                folder.resolve("cluster"), folder.resolve("shared.db").toString(), Duration.ofSeconds(1), 2)) {
            Path run = scene.run("run", 2, "");
            Path bin = Files.createDirectories(folder.resolve("bin"));
            Path frozen = folder.resolve("frozen");
            Files.writeString(bin.resolve("git"), """
                    #!/bin/sh
                    if mkdir '%s' 2>/dev/null; then kill -STOP $PPID; fi
                    PATH=${PATH#*:}
                    exec git "$@"
                    """.formatted(frozen));
            assertThat(bin.resolve("git").toFile().setExecutable(true)).isTrue();
            Process sleeper = scene.worker(bin + ":" + System.getenv("PATH"));
            ClusterScene.order(sleeper, run);
            assertThat(ClusterScene.until(Duration.ofSeconds(30), () -> Files.exists(frozen)))
                    .as(scene::said)
                    .isTrue();
            scene.worker();
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(30),
                            () -> scene.runs().getFirst().status() == RunStatus.PASSED))
                    .as(scene::said)
                    .isTrue();
            ClusterScene.signal(sleeper, "CONT");
            // Long enough to look once more for work, which comes after what it was about to do.
            ClusterScene.until(Duration.ofSeconds(2), () -> false);
            sleeper.getOutputStream().close();
            assertThat(sleeper.waitFor(30, TimeUnit.SECONDS)).as(scene::said).isTrue();

            String runId = scene.runs().getFirst().runId();
            assertThat(scene.store.flows().steps(runId))
                    .as(scene::said)
                    .allSatisfy(step -> assertThat(step.status()).isEqualTo(StepStatus.PASSED));
            assertThat(Files.readAllLines(run.resolve("project/notes.txt"))).containsExactly("start", "s1", "s2");
            assertThat(lines(run.resolve("outside/starts"))).hasSize(2);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
