package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.record.WorkspaceEvent.ResultLanded;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.workspace.state.WorkspaceLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a verified result enters the workspace, and what it never does there. */
@Execution(ExecutionMode.CONCURRENT)
class LandingTest {

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("work.txt", "start\n").file("mine.txt", "mine\n").commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    /** While the agent works, the person at the workspace does this. */
    private String plan(String meanwhile, String more) throws IOException {
        String agent = scene.agent(
                "coder",
                "if [ ! -e \"$OUT/once\" ]; then : > \"$OUT/once\"; (cd '" + scene.root + "'; " + meanwhile + "); fi;"
                        + " echo done >> work.txt");
        return "name: landing\nagents: {" + agent + "}\n" + more
                + "\nsteps: [{id: it, prompt: Do it, verify: grep -q done work.txt}]\n";
    }

    private RunOrder attended(String plan) {
        return new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of(), true);
    }

    @Test
    void whatChangedMeanwhileIsBroughtTogetherWithTheResultAndNotCountedAsTheAgents() throws Exception {
        String runId = scene.run(plan(
                "echo more >> mine.txt; echo new > notes.txt; git commit -qam by-hand; git checkout -q -b other", ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("work.txt")).isEqualTo("start\ndone\n");
        assertThat(scene.read("mine.txt")).isEqualTo("mine\nmore\n");
        assertThat(scene.read("notes.txt")).isEqualTo("new\n");
        assertThat(scene.git("branch", "--show-current").strip()).isEqualTo("other");
        assertThat(scene.events(runId, ResultLanded.class)).singleElement().satisfies(landed -> {
            assertThat(landed.files()).containsExactly("work.txt");
            assertThat(landed.meanwhile()).containsExactly("mine.txt", "notes.txt");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"again", "replace", "leave"})
    void aConflictIsAQuestionAndEachAnswerIsDone(String answer) throws Exception {
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan("echo typed > work.txt", "")));
            scene.await(runId);
            QuestionAsked question = scene.events(runId, QuestionAsked.class).getLast();
            assertThat(question.text()).contains("work.txt").contains("Nothing was written");
            assertThat(question.choices()).containsExactly("again", "replace", "leave");
            assertThat(scene.read("work.txt")).isEqualTo("typed\n");
            assertThatThrownBy(() -> engine.answer(runId, question.questionId(), "maybe", "test"))
                    .hasMessageContaining("again, replace, leave");
            engine.answer(runId, question.questionId(), answer, "test");
            scene.await(runId);
        }
        switch (answer) {
            case "again" -> {
                assertThat(scene.end(runId).success()).isTrue();
                assertThat(scene.read("work.txt")).isEqualTo("typed\ndone\n");
                assertThat(scene.calls("coder")).isEqualTo(2);
            }
            case "replace" -> {
                assertThat(scene.end(runId).success()).isTrue();
                assertThat(scene.read("work.txt")).isEqualTo("start\ndone\n");
                String kept =
                        scene.events(runId, CheckpointCreated.class).getLast().checkpoint();
                assertThat(scene.events(runId, CheckpointCreated.class)
                                .getLast()
                                .label())
                        .contains("work.txt", "mulligan checkpoint restore " + kept);
                assertThat(scene.git("show", "refs/mulligan/checkpoints/" + kept + ":work.txt"))
                        .isEqualTo("typed\n");
            }
            default -> {
                assertThat(scene.end(runId).success()).isFalse();
                assertThat(scene.read("work.txt")).isEqualTo("typed\n");
                assertThat(Files.readString(scene.home.resolve("runs/" + runId + "/patches/it-best.diff")))
                        .contains("+done");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"the person's file", "the person's folder"})
    void aFileThatMeetsAFolderIsNamedAsItIsWrittenAndCanBeReplaced(String mine) throws Exception {
        boolean file = mine.endsWith("file");
        String aFile = "echo x > thing";
        String aFolder = "mkdir thing; echo x > thing/one; echo x > thing/two";
        String agent = scene.agent(
                "coder",
                "(cd '" + scene.root + "'; " + (file ? aFile : aFolder) + "); " + (file ? aFolder : aFile)
                        + "; echo done >> work.txt");
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended("name: landing\nagents: {" + agent
                    + "}\nsteps: [{id: it, prompt: Do it, verify: grep -q done work.txt}]\n"));
            scene.await(runId);
            QuestionAsked question = scene.events(runId, QuestionAsked.class).getLast();
            assertThat(question.text()).contains("but thing was changed").doesNotContain("~");
            engine.answer(runId, question.questionId(), "replace", "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("work.txt")).isEqualTo("start\ndone\n");
        assertThat(scene.read(file ? "thing/two" : "thing")).isEqualTo("x\n");
        assertThat(scene.git("status", "--porcelain", "-uall")).doesNotContain("~");
        CheckpointCreated kept = scene.events(runId, CheckpointCreated.class).getLast();
        assertThat(kept.label()).startsWith("your version of thing is kept").contains("restore " + kept.checkpoint());
        assertThat(scene.git(
                        "show", "refs/mulligan/checkpoints/" + kept.checkpoint() + (file ? ":thing" : ":thing/two")))
                .isEqualTo("x\n");
    }

    @Test
    void withoutAPersonAConflictStartsTheStepOver() throws Exception {
        String runId = scene.run(plan("echo typed > work.txt", ""));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("work.txt")).isEqualTo("typed\ndone\n");
    }

    @Test
    void inPlaceOneRunAtATimeWorksInAFolder() throws Exception {
        String plan = plan("true", "isolation: none");
        try (WorkspaceLease _ =
                WorkspaceLease.take(scene.root, "run other", Instant.now()).orElseThrow()) {
            assertThat(Engine.holder(PlanReader.parse("plan.yaml", plan, scene.root)))
                    .hasValueSatisfying(holder -> assertThat(holder.what()).isEqualTo("run other"));
            try (Engine engine = Engine.start(scene.setup())) {
                String runId = engine.start(scene.order(plan));
                // Tried again every second: after two of them it has found the folder taken at least once.
                assertThat(ClusterScene.until(Duration.ofSeconds(2), this::hasBegun))
                        .isFalse();
                assertThat(scene.types(runId)).doesNotContain("AttemptStarted");
            }
        }
        assertThat(Engine.holder(PlanReader.parse("plan.yaml", plan, scene.root)))
                .isEmpty();
        assertThat(scene.end(scene.run(plan)).success()).isTrue();
    }

    @Test
    void inPlaceAProgramLetsTheFolderGoWhenAnotherOneStopsTheRun() throws Exception {
        String agent = scene.agent(
                "coder", "if [ $N = 1 ]; then echo 'HTTP 529 overloaded' >&2; exit 1; fi; echo done >> work.txt");
        String plan = "name: in place\nisolation: none\nagents: {" + agent
                + "}\nsteps: [{id: it, prompt: Do it, verify: grep -q done work.txt, policy: {maxAttempts: 3,"
                + " backoff: fixed, base: 1h, cap: 1h, retryOn: [all]}}]\n";
        try (Engine engine = Engine.start(scene.setup())) {
            String stopped = engine.start(scene.order(plan));
            assertThat(ClusterScene.until(
                            Duration.ofSeconds(30), () -> scene.types(stopped).contains("RetryScheduled")))
                    .isTrue();
            assertThat(isHeld(plan)).isTrue();
            var ignored = Engine.cancel(scene.setup(), stopped, "another program");
            assertThat(ClusterScene.until(Duration.ofSeconds(30), () -> !isHeld(plan)))
                    .isTrue();
            assertThat(scene.end(scene.run(plan)).success()).isTrue();
        }
    }

    private boolean isHeld(String plan) {
        try {
            return Engine.holder(PlanReader.parse("plan.yaml", plan, scene.root))
                    .isPresent();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private boolean hasBegun() {
        try {
            return scene.calls("coder") > 0;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void inPlaceWhatIsPutBackIsNamedAndCanBeHadBack() throws Exception {
        String agent =
                scene.agent("coder", "if [ $N = 1 ]; then echo bad > work.txt; exit 1; fi; echo done >> work.txt");
        String runId = scene.run("name: in place\nisolation: none\nagents: {" + agent
                + "}\nsteps: [{id: it, prompt: Do it, verify: grep -q done work.txt, policy: {maxAttempts: 3,"
                + " backoff: fixed, base: 5ms, retryOn: [all]}}]\n");

        RollbackPerformed back = scene.events(runId, RollbackPerformed.class).getFirst();
        assertThat(back.files()).containsExactly("work.txt");
        assertThat(scene.git("show", "refs/mulligan/checkpoints/" + back.undo() + ":work.txt"))
                .isEqualTo("bad\n");
        assertThat(scene.read("work.txt")).startsWith("start\n");
    }

    @Test
    void inPlaceAStepThatFailsLeavesTheFilesAsTheyWere() throws Exception {
        scene.file("untracked.txt", "precious\n").file("mine.txt", "uncommitted\n");
        String agent = scene.agent("coder", "echo bad > work.txt; echo x > created.txt; rm -f untracked.txt mine.txt");
        String runId = scene.run("name: in place\nisolation: none\nlevel: L1\nagents: {" + agent
                + "}\nsteps: [{id: it, prompt: Do it, verify: 'false'}]\n");

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.read("work.txt")).isEqualTo("start\n");
        assertThat(scene.read("untracked.txt")).isEqualTo("precious\n");
        assertThat(scene.read("mine.txt")).isEqualTo("uncommitted\n");
        assertThat(scene.root.resolve("created.txt")).doesNotExist();
        assertThat(scene.events(runId, RollbackPerformed.class).getLast().files())
                .containsExactlyInAnyOrder("work.txt", "created.txt", "untracked.txt", "mine.txt");
    }

    @Test
    void aLinkInThePlaceOfAFolderOfToolsIsSeen() throws Exception {
        String agent = scene.agent(
                "coder", "mkdir real; ln -s real .claude; echo x > real/settings.json; echo done >> work.txt");
        String runId = scene.run("name: tools\nagents: {" + agent
                + "}\nsteps: [{id: it, prompt: Do it, level: L1, verify: grep -q done work.txt}]\n");
        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.root.resolve("real")).doesNotExist();
    }

    @Test
    void filesThatChangeHowToolsBehaveNeedThePlansWord() throws Exception {
        String agent = scene.agent(
                "coder", "mkdir -p .github/workflows; echo on: > .github/workflows/ci.yml; echo done >> work.txt");
        String steps = "steps: [{id: it, prompt: Do it, level: L1, verify: grep -q done work.txt";
        String refused = scene.run("name: tools\nagents: {" + agent + "}\n" + steps + "}]\n");
        assertThat(scene.end(refused).success()).isFalse();
        assertThat(scene.root.resolve(".github")).doesNotExist();

        String allowed = scene.run(
                "name: tools\nagents: {" + agent + "}\n" + steps + ", files: [work.txt, .github/workflows/]}]\n");
        assertThat(scene.end(allowed).success()).isTrue();
        assertThat(scene.root.resolve(".github/workflows/ci.yml")).exists();
    }
}
