package dev.mulligan.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.StepEvent.StepFinished;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
}
