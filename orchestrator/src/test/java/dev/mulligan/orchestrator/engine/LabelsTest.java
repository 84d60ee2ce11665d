package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.test.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps go to workers that carry what they wish for, as long as there are such. */
class LabelsTest {

    @TempDir
    Path folder;

    @Test
    void stepsThatWishForALabelAreDoneByTheWorkerThatCarriesIt() throws Exception {
        try (Scene scene = new Scene(folder)) {
            scene.file("notes.txt", "start\n").commit();
            String agent = scene.agent("coder", "echo x >> notes.txt");
            List<String> bySpecialist = Collections.synchronizedList(new ArrayList<>());
            StringBuilder plan = new StringBuilder("name: p\nagents: {" + agent + "}\nsteps:\n");
            for (int i = 1; i <= 6; i++) {
                plan.append("  - {id: s").append(i).append(", prompt: Go, verify: 'test -s notes.txt', labels: [gpu]");
                plan.append(i == 1 ? "}\n" : ", needs: [s" + (i - 1) + "]}\n");
            }
            // A worker that is silent for three beats counts as gone: on a busy machine that must be long.
            Duration beat = Duration.ofSeconds(10);
            EngineSetup setup = scene.setup().beating(beat, Duration.ofMillis(50));
            try (Engine specialist =
                            Engine.start(setup.labels(Set.of("gpu", "java")).listener(recorded -> {
                                if (recorded.event() instanceof StepFinished done) {
                                    bySpecialist.add(done.stepId());
                                }
                            }));
                    Engine any = Engine.start(setup)) {
                assertThat(ClusterScene.until(beat.multipliedBy(2), any::knowsLabels))
                        .as("heard of " + specialist.name())
                        .isTrue();
                scene.await(any.start(scene.order(plan.toString())));
            }
            assertThat(bySpecialist).containsExactly("s1", "s2", "s3", "s4", "s5", "s6");
        }
    }

    @Test
    void aWishThatNobodyCanFulfilHoldsNothingUp() throws Exception {
        try (Scene scene = new Scene(folder)) {
            scene.file("notes.txt", "start\n").commit();
            String agent = scene.agent("coder", "echo x >> notes.txt");
            String runId = scene.run("name: p\nagents: {" + agent
                    + "}\nsteps:\n  - {id: s1, prompt: Go, verify: 'test -s notes.txt', labels: [fpga]}\n");
            assertThat(scene.types(runId)).endsWith("RunFinished");
        }
    }

    @Test
    void patienceEndsAndSoDoesTheMemoryOfAWorkerThatIsSilent() throws Exception {
        ManualTime time = new ManualTime();
        try (Scene scene = new Scene(folder);
                Labels mine =
                        new Labels(scene.store, "a", Set.of(), Duration.ofSeconds(1), Duration.ofSeconds(30), time)) {
            mine.heard("b", "gpu,java", Duration.ofSeconds(20));
            assertThat(mine.leave("r/s", List.of("gpu"))).isTrue();
            assertThat(mine.leave("r/t", List.of("fpga"))).isFalse();
            assertThat(mine.leave("r/u", List.of())).isFalse();
            time.advance(Duration.ofSeconds(19));
            assertThat(mine.leave("r/s", List.of("gpu"))).isTrue();
            mine.heard("b", "gpu,java", Duration.ofSeconds(20));
            time.advance(Duration.ofSeconds(12));
            assertThat(mine.leave("r/s", List.of("gpu")))
                    .as("waited long enough")
                    .isFalse();
            assertThat(mine.leave("r/v", List.of("gpu"))).isTrue();
            time.advance(Duration.ofSeconds(9));
            assertThat(mine.leave("r/v", List.of("gpu")))
                    .as("unheard of for long")
                    .isFalse();
        }
    }
}
