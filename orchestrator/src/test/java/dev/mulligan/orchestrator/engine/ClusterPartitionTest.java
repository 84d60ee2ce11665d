package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker cannot reach the database any more, and does not know whether it is alone with that. */
class ClusterPartitionTest {

    @TempDir
    Path folder;

    @Test
    void anIsolatedWorkerEndsItsAgentBeforeAnotherStartsTheStep() throws Exception {
        Optional<ClusterPostgres> server = ClusterPostgres.start(folder.resolve("postgres"));
        Assumptions.assumeTrue(server.isPresent(), "PostgreSQL cannot be started here");
        try (ClusterPostgres postgres = server.orElseThrow()) {
            Optional<ClusterNetwork> made = ClusterNetwork.make(postgres.port());
            Assumptions.assumeTrue(made.isPresent(), "no network namespace can be made here");
            try (ClusterNetwork network = made.orElseThrow();
                    ClusterScene scene =
                            new ClusterScene(folder.resolve("cluster"), postgres.address(), Duration.ofSeconds(1), 2)) {
                // The first call breathes into a file for as long as it lives; later ones do the work.
                Path run = scene.run(
                        "run",
                        2,
                        "date +%s%N >> $OUT/began; if [ $N = 1 ]; then while :; do date +%s%N > $OUT/breath.new;"
                                + " mv $OUT/breath.new $OUT/breath; sleep 0.02; done; fi");
                Process isolated = scene.workerBehind(network.starter(), postgres.address(network.host()));
                ClusterScene.order(isolated, run);
                assertThat(ClusterScene.until(
                                Duration.ofSeconds(60), () -> Files.exists(run.resolve("outside/breath"))))
                        .as(scene::said)
                        .isTrue();
                scene.worker();
                network.cut();
                assertThat(ClusterScene.until(
                                Duration.ofSeconds(60),
                                () -> lines(run.resolve("outside/began")).size() > 1))
                        .as(scene::said)
                        .isTrue();
                assertThat(ClusterScene.until(
                                Duration.ofSeconds(60),
                                () -> scene.runs().getFirst().status() == RunStatus.PASSED))
                        .as(scene::said)
                        .isTrue();
                long lastBreath =
                        Long.parseLong(lines(run.resolve("outside/breath")).getFirst());
                long next = Long.parseLong(lines(run.resolve("outside/began")).get(1));
                System.out.println("cluster: the isolated agent ended " + (next - lastBreath) / 1_000_000
                        + " ms before the next began");
                assertThat(lastBreath).isLessThan(next);
                String runId = scene.runs().getFirst().runId();
                assertThat(scene.events(runId, StepFinished.class).stream().map(StepFinished::stepId))
                        .containsExactly("s1", "s2");
                assertThat(Files.readAllLines(run.resolve("project/notes.txt")))
                        .as(() -> lines(run.resolve("outside/starts")) + "\n" + scene.store.events(runId, 0, 1_000)
                                + "\n" + scene.said())
                        .containsExactly("start", "s1", "s2");
            }
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
