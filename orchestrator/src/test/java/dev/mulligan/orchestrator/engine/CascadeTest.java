package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.orchestrator.run.RunOptions;
import dev.mulligan.record.AdaptEvent.CascadeContinued;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many failures that are one: new work waits for a person, whoever carried the failed work out. */
@Timeout(120)
class CascadeTest {

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

    private int old;

    /** A command of a batch, as another program on the same store records it. */
    private void happened(String item, boolean passed) {
        String run = "exec-" + ++old;
        Instant at = Instant.now().minusSeconds(1_000 - old);
        scene.store.append(List.of(
                new Recorded(run, 1, at, new RunStarted("p", "exec test", "L1", scene.root.toString(), 1)),
                new Recorded(
                        run,
                        2,
                        at,
                        StepFinished.of(item, "test")
                                .ended(passed)
                                .attempts(1)
                                .took(1)
                                .build())));
    }

    private String plan(String name, int steps, String verify) throws IOException {
        StringBuilder plan = new StringBuilder("""
                name: %s
                agents: {%s}
                level: L1
                steps:
                """.formatted(name, scene.agent("coder", "echo $N >> work.txt")));
        for (int i = 1; i <= steps; i++) {
            plan.append("  - {id: s")
                    .append(i)
                    .append(", prompt: Do it, verify: '")
                    .append(verify)
                    .append("'}\n");
        }
        return plan.toString();
    }

    private RunStatus status(String runId) {
        return scene.store.flows().status(runId).orElseThrow();
    }

    private String question(String runId) {
        return scene.events(runId, QuestionAsked.class).getLast().questionId();
    }

    @Test
    void threeDifferentItemsOfTheLastFiveHoldTheNextRunUntilSomebodySaysGoOn() throws Exception {
        happened("a", false);
        happened("b", true);
        happened("c", false);
        happened("d", true);
        happened("e", false);
        try (Engine engine = Engine.start(scene.setup())) {
            String runId = engine.start(scene.order(plan("next", 1, "true")));
            scene.await(runId);
            assertThat(status(runId)).isEqualTo(RunStatus.HELD);
            assertThat(scene.calls("coder")).isZero();
            assertThat(scene.events(runId, CascadeDetected.class))
                    .singleElement()
                    .satisfies(cascade -> {
                        assertThat(cascade.failuresInWindow()).isEqualTo(3);
                        assertThat(cascade.threshold()).isEqualTo(3);
                        assertThat(cascade.windowSize()).isEqualTo(5);
                        assertThat(cascade.action()).isEqualTo("pause_and_alert");
                        assertThat(cascade.items()).containsExactly("exec test/a", "exec test/c", "exec test/e");
                        assertThat(cascade.diagnosis()).contains("share the stage test");
                    });
            assertThat(scene.events(runId, RunPaused.class)).hasSize(1);
            engine.resume(runId, "test");
            assertThat(status(runId)).as("going on needs the question's answer").isEqualTo(RunStatus.HELD);
            assertThatThrownBy(() -> engine.answer(runId, question(runId), "maybe", "test"))
                    .hasMessageContaining("continue, abort");
            engine.answer(runId, question(runId), "continue", "test");
            scene.await(runId);
            assertThat(scene.end(runId).success()).isTrue();
            assertThat(scene.events(runId, CascadeContinued.class)).hasSize(1);

            String later = engine.start(scene.order(plan("later", 1, "true")));
            scene.await(later);
            assertThat(scene.end(later).success())
                    .as("what was seen no longer counts")
                    .isTrue();
        }
    }

    @Test
    void threeAttemptsOfOneItemAreNoCascadeAndTheWindowSlides() throws Exception {
        happened("same", false);
        happened("same", false);
        happened("same", false);
        happened("other", false);
        assertThat(scene.end(scene.run(plan("one", 1, "true"))).success()).isTrue();
        happened("third", false);
        happened("fine1", true);
        happened("fine2", true);
        happened("fine3", true);
        assertThat(scene.end(scene.run(plan("two", 1, "true"))).success())
                .as("the oldest failures have left the window")
                .isTrue();
    }

    @Test
    void stepsOfOnePlanHoldTheRestOfIt() throws Exception {
        String plan = """
                name: many
                agents: {%s}
                level: L1
                steps:
                  - {id: a, prompt: Do it, verify: 'false'}
                  - {id: b, prompt: Do it, verify: 'false'}
                  - {id: c, prompt: Do it, verify: 'false'}
                  - {id: d, prompt: Do it, verify: 'true'}
                  - {id: e, prompt: Do it, verify: 'true', needs: [d]}
                """.formatted(
                        scene.agent("coder", "echo $N > $N.txt; case \"$MULLIGAN_SESSION\" in *-d) sleep 2;; esac"));
        try (Engine engine = Engine.start(scene.setup())) {
            String runId = engine.start(scene.order(plan));
            scene.await(runId);
            assertThat(scene.events(runId, CascadeDetected.class)).isNotEmpty();
            engine.answer(runId, question(runId), "abort", "test");
            assertThat(status(runId)).isEqualTo(RunStatus.STOPPED);
            assertThat(scene.events(runId, RunStopped.class).getFirst().why()).contains("after a cascade");
            assertThat(scene.events(runId, StepFinished.class))
                    .as("what was under way went on, the next was not started")
                    .extracting(StepFinished::stepId)
                    .containsExactlyInAnyOrder("a", "b", "c", "d");
        }
    }

    @Test
    void theSameStepOfTheSamePlanRunAgainIsTheSameItem() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(scene.types(scene.run(plan("again", 1, "false")))).doesNotContain("CascadeDetected");
        }
        scene.run(plan("second", 1, "false"));
        assertThat(scene.types(scene.run(plan("third", 1, "false"))))
                .as("told at once, although there is nothing left to hold")
                .contains("CascadeDetected");
        String held = scene.run(plan("fourth", 1, "true"));
        assertThat(status(held)).isEqualTo(RunStatus.HELD);
        String goesOn =
                scene.run(scene.order(plan("fifth", 1, "true")).having(new RunOptions(Optional.empty(), false, true)));
        assertThat(scene.end(goesOn).success()).as("--continue").isTrue();
    }

    @Test
    void theRuleCanBeSetAndSwitchedOff() throws Exception {
        Files.createDirectories(scene.home);
        Files.writeString(
                scene.home.resolve("retry-config.json"), "{\"cascade\": {\"threshold\": 1, \"windowSize\": 1}}");
        happened("a", false);
        assertThat(status(scene.run(plan("one", 1, "true")))).isEqualTo(RunStatus.HELD);
        Files.writeString(scene.home.resolve("retry-config.json"), "{\"cascade\": {\"enabled\": false}}");
        assertThat(scene.end(scene.run(plan("two", 1, "true"))).success()).isTrue();
    }
}
