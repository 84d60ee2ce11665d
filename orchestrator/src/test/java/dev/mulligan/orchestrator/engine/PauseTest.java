package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pause meets steps that are still at work. */
@Timeout(120)
class PauseTest {

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("work.txt", "start\n").commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private RunOrder order() throws IOException {
        String slow = "case \"$MULLIGAN_SESSION\" in *-slow) if [ -f slow.txt ]; then echo 1 > slow.txt; else sleep 2;"
                + " echo 0 > slow.txt; fi;; *) echo $N > quick.txt;; esac";
        String plan = """
                name: two
                agents: {%s}
                level: L2
                steps:
                  - {id: quick, prompt: Do it, verify: test -s quick.txt}
                  - {id: slow, prompt: Do it, verify: grep -q 1 slow.txt}
                """.formatted(scene.agent("coder", slow));
        return new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of("quick"), false);
    }

    /** The step's next execution came, found the run paused, and let go. */
    private void untilLetGo(String runId) {
        Instant end = Instant.now().plusSeconds(30);
        while (scene.store.flows().held().stream().anyMatch(held -> held.work().equals(runId + "/slow"))) {
            assertThat(Instant.now()).as("the step is still at work").isBefore(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void aStepThatWasBetweenTwoAttemptsGoesOnWhenTheRunIsResumed() throws Exception {
        try (Engine engine = Engine.start(scene.setup())) {
            String runId = engine.start(order());
            scene.await(runId);
            untilLetGo(runId);
            engine.resume(runId, "test");
            scene.await(runId);
            assertThat(scene.end(runId).success())
                    .as(() -> scene.types(runId).toString())
                    .isTrue();
            assertThat(scene.events(runId, StepFinished.class)).hasSize(2);
        }
    }

    @Test
    void aRunThatIsInterruptedRestsAndSaysSo() throws Exception {
        String plan = """
                name: long
                agents: {%s}
                steps: [{id: it, prompt: Do it, verify: grep -q done work.txt}]
                """.formatted(scene.agent(
                "coder", "echo half > work.txt; if [ $N = 1 ]; then echo begun; sleep 60; fi; echo done > work.txt"));
        String runId;
        CountDownLatch begun = new CountDownLatch(1);
        try (Engine engine = Engine.start(scene.setup().listener(recorded -> {
            if (recorded.event() instanceof AgentChunk) {
                begun.countDown();
            }
        }))) {
            runId = engine.start(scene.order(plan));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(engine.pause(runId, "interrupted")).isTrue();
            scene.await(runId);
        }
        assertThat(scene.read("work.txt")).isEqualTo("start\n");
        assertThat(scene.store.flows().status(runId)).contains(RunStatus.PAUSED);
        assertThat(scene.store.flows().steps(runId))
                .extracting(FlowStepRow::status)
                .containsExactly(StepStatus.SCHEDULED);
        try (Engine engine = Engine.start(scene.setup())) {
            engine.resume(runId, "test");
            scene.await(runId);
            assertThat(scene.end(runId).success()).isTrue();
            assertThat(scene.read("work.txt")).isEqualTo("done\n");
        }
    }
}
