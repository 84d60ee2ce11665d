package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What earlier failures say to the next plan's agents, in the prompt they really get. */
@Timeout(120)
class PreventionTest {

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("sum.txt", "wrong\n").file("check.sh", """
                echo 1..1
                if grep -q two sum.txt; then echo 'ok 1 - sum'; else echo 'not ok 1 - sum must hold two'; exit 1; fi
                """).commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private String plan(String agent) {
        return """
                name: fix
                agents: {%s}
                verify: sh check.sh
                level: L2
                steps:
                  - {id: sum, prompt: Mend sum.txt}
                """.formatted(agent);
    }

    private int runs;

    private void learnt(String workspace, String signature, String error, List<String> files, String hint) {
        String run = "old-" + ++runs;
        Instant at = Instant.ofEpochSecond(1_700_000_000L + runs);
        scene.store.append(List.of(
                new Recorded(run, 1, at, new RunStarted("p", "exec test", "L1", workspace, 1)),
                new Recorded(
                        run,
                        2,
                        at,
                        LearningRecorded.of("lr-2026-01-01-" + runs, "test")
                                .failure(signature, error)
                                .files(files)
                                .tried(2, List.of())
                                .hint(hint)
                                .build())));
    }

    @Test
    void whatOneRunLearntStandsInTheFirstPromptOfTheNext() throws Exception {
        scene.run(plan(scene.agent("first", "if [ $N = 1 ]; then echo one > sum.txt; else echo two > sum.txt; fi")));
        assertThat(scene.prompt("first", 1)).doesNotContain("met in this project before");

        scene.file("sum.txt", "wrong\n");
        scene.run(plan(scene.agent("second", "echo two > sum.txt")));
        assertThat(scene.prompt("second", 1))
                .contains("Failures met in this project before")
                .contains("It was mended in sum.txt");
    }

    @Test
    void aStepThatStayedFailedTeachesTooWithoutAClaimThatAnythingHelped() throws Exception {
        String runId = scene.run(plan(scene.agent("first", "echo $N > sum.txt")));
        assertThat(scene.events(runId, LearningRecorded.class)).singleElement().satisfies(learnt -> {
            assertThat(learnt.worked()).isEmpty();
            assertThat(learnt.error()).isNotBlank();
        });
        scene.run(plan(scene.agent("second", "echo two > sum.txt")));
        assertThat(scene.prompt("second", 1)).contains("Nothing that was tried helped.");
    }

    @Test
    void hintsAreFewShortAndTheMostFittingComeFirst() throws Exception {
        String here = scene.root.toString();
        for (int i = 0; i < 20; i++) {
            learnt(here, "s" + i, "failure number " + i + " " + "x".repeat(400), List.of(), "");
        }
        learnt(here, "ours", "sum.txt was empty", List.of("sum.txt"), "Write it whole.");
        learnt(here, "ours", "sum.txt was empty", List.of("sum.txt"), "Write it whole.");
        learnt("/somewhere/else", "theirs", "another project's trouble", List.of("sum.txt"), "");
        scene.run(plan(scene.agent("coder", "echo two > sum.txt")));

        String prompt = scene.prompt("coder", 1);
        int from = prompt.indexOf("Failures met");
        String hints = prompt.substring(from);
        assertThat(hints).contains("- sum.txt was empty (2 times). Write it whole.");
        assertThat(hints.indexOf("sum.txt was empty")).isLessThan(hints.indexOf("failure number"));
        assertThat(hints).doesNotContain("another project");
        assertThat(hints.length()).isLessThan(2_000);
        assertThat(hints.split("\\\\n- ", -1)).hasSizeLessThanOrEqualTo(6);
    }
}
