package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.orchestrator.plan.Strategies.Mode;
import dev.mulligan.orchestrator.run.RunOptions;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AdaptEvent.StrategyApplied;
import dev.mulligan.record.AdaptEvent.StrategyRecommended;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How failed steps go on: by advice, by a person, by default. Real git, real processes, a real store. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class StrategiesTest {

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("sum.txt", "wrong\n").file("check.sh", """
                fails=0; n=0
                echo 1..3
                for want in one two three; do
                  n=$((n+1))
                  if grep -q $want sum.txt; then echo "ok $n - $want"; else echo "not ok $n - $want in sum.txt"; fails=1; fi
                done
                exit $fails
                """).commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    /** Runs that reached the stage before and failed there. */
    private void failedBefore(String stage, int times) {
        List<Recorded> history = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            history.add(new Recorded(
                    "old-" + i,
                    1,
                    Instant.ofEpochSecond(1_700_000_000L + i),
                    StepFinished.of("s", stage).ended(false).attempts(1).took(1).build()));
        }
        scene.store.append(history);
    }

    private void config(String json) throws IOException {
        Files.createDirectories(scene.home);
        Files.writeString(scene.home.resolve("retry-config.json"), json);
    }

    private String plan(String agent, String more) {
        return """
                name: fix
                agents: {%s}
                verify: sh check.sh
                level: L2
                %s
                steps:
                  - {id: sum, prompt: Mend sum.txt}
                """.formatted(agent, more);
    }

    private RunOrder attended(String plan) {
        return new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of(), true);
    }

    private List<String> applied(String runId) {
        return scene.events(runId, StrategyApplied.class).stream()
                .map(StrategyApplied::strategy)
                .toList();
    }

    private QuestionAsked question(String runId) {
        return scene.events(runId, QuestionAsked.class).getLast();
    }

    private static final String SECOND =
            "if [ $N = 1 ]; then printf 'one\\n' > sum.txt; else" + " printf 'one two three\\n' > sum.txt; fi";

    @Test
    void aFirstFailureIsSimplyRetriedAndBothAreOnRecord() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", SECOND), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, StrategyRecommended.class))
                .singleElement()
                .satisfies(advice -> {
                    assertThat(advice.strategy()).isEqualTo("retry");
                    assertThat(advice.why()).contains("only 0 earlier runs");
                });
        assertThat(scene.events(runId, StrategyApplied.class))
                .containsExactly(new StrategyApplied("change", "retry", 1, "policy"));
    }

    @Test
    void aStageThatOftenFailedGetsContextInItsNextPromptAndTheVerifierCreditsIt() throws Exception {
        failedBefore("change", 5);
        String runId = scene.run(plan(scene.agent("coder", SECOND), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(applied(runId)).containsExactly("add-context");
        assertThat(scene.prompt("coder", 1)).doesNotContain("Context that may help");
        assertThat(scene.prompt("coder", 2))
                .contains("Context that may help")
                .contains("sum.txt, lines 1 to 1")
                .contains("attempt 1 changed this")
                .contains("+one");
        assertThat(scene.events(runId, AttemptFinished.class).getLast().strategy())
                .contains("add-context");
        String overcome = scene.events(runId, AttemptFinished.class)
                .getFirst()
                .failure()
                .orElseThrow()
                .signature();
        assertThat(scene.store.stageHistory("change", overcome, 10).here())
                .as("credited against the failure it overcame")
                .containsKey("add-context");
    }

    @Test
    void onlyTheVerifiersWordCountsForAStrategy() throws Exception {
        failedBefore("change", 5);
        String runId =
                scene.run(plan(scene.agent("coder", "[ $N = 1 ] && echo one > sum.txt; echo 'All fixed, PASS.'"), ""));

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.events(runId, AttemptStarted.class))
                .anyMatch(attempt -> attempt.strategy().equals(Optional.of("add-context")));
        assertThat(scene.store.stageHistory("change", "", 10).anywhere())
                .as("attempts that changed nothing were never verified")
                .doesNotContainKey("add-context");
    }

    @Test
    void incrementalNamesOneFailureAndKeepsGoingWhilePortionsPass() throws Exception {
        failedBefore("change", 5);
        config("{\"strategies\": {\"change\": [\"incremental\"]}}");
        String oneMore = """
                [ $N = 1 ] && exec sh -c 'echo x > sum.txt'
                for want in one two three; do
                  case "$PROMPT" in *"one failure only"*"$want in sum.txt"*Make*) echo $want >> sum.txt; exit 0;; esac
                done
                """;
        String runId = scene.run(plan(scene.agent("coder", oneMore), "maxIterations: 1"));

        assertThat(scene.end(runId).success())
                .as(() -> scene.types(runId).toString())
                .isTrue();
        assertThat(applied(runId))
                .as("three portions, although only one repair is allowed")
                .containsExactly("incremental", "incremental", "incremental");
        assertThat(scene.prompt("coder", 2)).contains("The other 2 come after it");
        assertThat(scene.store.stageHistory("change", "", 10).anywhere().get("incremental"))
                .as("portions are not the whole: only the last one counts")
                .satisfies(score -> {
                    assertThat(score.tries()).isEqualTo(1);
                    assertThat(score.successes()).isEqualTo(1);
                });
    }

    @Test
    void strategiesOfOnesOwnSayWhatTheirConfigSays() throws Exception {
        failedBefore("change", 5);
        config("{\"strategies\": {\"change\": [\"be-brief\"]}, \"customStrategies\": {\"be-brief\":"
                + " {\"prefix\": \"You are in a hurry.\", \"suffix\": \"Be brief.\", \"model\": \"strong-1\"}}}");
        String runId = scene.run(plan(scene.agent("coder", SECOND), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.prompt("coder", 2)).contains("You are in a hurry.").contains("Be brief.");
        assertThat(scene.events(runId, AttemptStarted.class).getLast().model()).contains("strong-1");
    }

    @Test
    void neverMeansOneAttemptAndNoAdvice() throws Exception {
        config("{\"never\": [\"change\"]}");
        String runId = scene.run(plan(scene.agent("coder", "echo $N > sum.txt"), ""));

        assertThat(scene.calls("coder")).isEqualTo(1);
        assertThat(scene.types(runId)).doesNotContain("StrategyRecommended", "StrategyApplied", "RepairAttempted");
        assertThat(scene.events(runId, StepFinished.class).getFirst().outcome()).isEqualTo("never_retried");
    }

    @Test
    void aStepAboutSecurityIsNeverRetried() throws Exception {
        String plan = plan(scene.agent("coder", "echo $N > sum.txt"), "")
                .replace("prompt: Mend", "action: security_review, prompt: Mend");
        scene.run(plan);
        assertThat(scene.calls("coder")).isEqualTo(1);
    }

    @Test
    void aRollbackNeedsAWord() throws Exception {
        failedBefore("change", 5);
        config("{\"strategies\": {\"change\": [\"rollback\"]}}");
        String agent = scene.agent(
                "coder", "ls > /dev/null; echo one >> sum.txt; touch extra-$N; [ $N = 1 ] || ls > $OUT/seen.$N");
        String runId = scene.run(plan(agent, "maxIterations: 1"));

        assertThat(scene.events(runId, StrategyApplied.class).getFirst()).satisfies(choice -> {
            assertThat(choice.strategy()).isEqualTo("retry");
            assertThat(choice.decidedBy()).contains("--yes");
        });
        assertThat(scene.types(runId)).doesNotContain("RollbackPerformed");
        assertThat(scene.read("../outside/seen.2")).contains("extra-1");
    }

    @Test
    void aRollbackReallyGoesBackToTheStepsBeginningAndKeepsWhatItGaveUp() throws Exception {
        failedBefore("change", 5);
        config("{\"strategies\": {\"change\": [\"rollback\"]}}");
        String agent =
                scene.agent("coder", "touch extra-$N; ls > $OUT/seen.$N; cp sum.txt $OUT/sum.$N; echo one >> sum.txt");
        RunOrder order =
                scene.order(plan(agent, "maxIterations: 1")).having(new RunOptions(Optional.empty(), true, false));
        String runId = scene.run(order);

        assertThat(scene.read("../outside/seen.2")).contains("extra-2").doesNotContain("extra-1");
        assertThat(scene.read("../outside/sum.2")).isEqualTo("wrong\n");
        RollbackPerformed back = scene.events(runId, RollbackPerformed.class).getFirst();
        assertThat(back.files()).containsExactlyInAnyOrder("sum.txt", "extra-1");
        assertThat(scene.git("show", back.undo() + ":sum.txt")).isEqualTo("wrong\none\n");
    }

    @Test
    void aPersonIsAskedAndTheAnswerIsDone() throws Exception {
        failedBefore("change", 5);
        String agent = scene.agent(
                "coder",
                "case \"$PROMPT\" in *'see hint.md'*) printf 'one two three\\n' > sum.txt;;"
                        + " *) echo one > sum.txt;; esac");
        scene.file("hint.md", "The third word is three.\n").commit();
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan(agent, "strategies: ask")));
            scene.await(runId);
            QuestionAsked question = question(runId);
            assertThat(question.choices())
                    .containsExactly("add-context", "retry", "simplify-prompt", "rollback", "skip", "abort");
            assertThat(question.text())
                    .contains("Step sum failed")
                    .contains("Recommended: add-context")
                    .contains("gives up the changes to sum.txt");
            assertThatThrownBy(() -> engine.answer(runId, question.questionId(), "pray", "test"))
                    .hasMessageContaining("'pray' is no answer")
                    .hasMessageContaining("simplify-prompt");
            engine.answer(runId, question.questionId(), "add-context: see hint.md", "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.prompt("coder", 2))
                .contains("A person adds: see hint.md")
                .contains("The third word is three.");
        assertThat(scene.events(runId, QuestionAnswered.class))
                .singleElement()
                .satisfies(answer -> assertThat(answer.by()).isEqualTo("test"));
        assertThat(scene.events(runId, StrategyApplied.class))
                .containsExactly(new StrategyApplied("change", "add-context", 1, "test"));
    }

    @Test
    void whatAPersonChangesWhileAQuestionWaitsStays() throws Exception {
        String agent = scene.agent(
                "coder",
                "if [ $N = 1 ]; then echo one > sum.txt; echo mine > agents.txt; else"
                        + " cat agents.txt by-hand.txt >> $OUT/found; echo two >> sum.txt; fi");
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan(agent, "strategies: ask")));
            scene.await(runId);
            scene.file("by-hand.txt", "a person was here\n").file("sum.txt", "one\nthree\n");
            engine.answer(runId, question(runId).questionId(), "retry", "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success())
                .as(() -> scene.types(runId).toString())
                .isTrue();
        assertThat(scene.read("sum.txt")).isEqualTo("one\nthree\ntwo\n");
        assertThat(scene.read("../outside/found")).isEqualTo("mine\na person was here\n");
        assertThat(scene.types(runId)).contains("CheckpointCreated");
    }

    @Test
    void aRollbackKeepsWhatAPersonChanged() throws Exception {
        String agent = scene.agent(
                "coder",
                "if [ $N = 1 ]; then echo one > sum.txt; touch agents.txt; else"
                        + " ls > $OUT/found; printf 'one two three\\n' > sum.txt; fi");
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan(agent, "strategies: ask")));
            scene.await(runId);
            scene.file("by-hand.txt", "a person was here\n");
            engine.answer(runId, question(runId).questionId(), "rollback", "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("../outside/found")).contains("by-hand.txt").doesNotContain("agents.txt");
    }

    @Test
    void skippingLeavesItFailedGoesOnAndIsNoSuccess() throws Exception {
        String plan = """
                name: two
                agents: {%s}
                strategies: ask
                steps:
                  - {id: bad, prompt: Do bad, verify: 'false'}
                  - {id: good, prompt: Do good, verify: 'true', needs: [bad]}
                """.formatted(scene.agent("coder", "echo $N > sum.txt"));
        RunOrder order = new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of("bad"), true);
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(order);
            scene.await(runId);
            engine.answer(runId, question(runId).questionId(), "skip", "test");
            scene.await(runId);
            assertThat(scene.types(runId)).as("--pause-after holds here too").endsWith("RunPaused");
            engine.resume(runId, "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.end(runId).outcome()).isEqualTo("partial");
        assertThat(scene.end(runId).stepsPassed()).isEqualTo(1);
        assertThat(scene.events(runId, StepFinished.class).getFirst().outcome()).isEqualTo("skipped");
    }

    @Test
    void abortingEndsTheRun() throws Exception {
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan(scene.agent("coder", "echo $N > sum.txt"), "strategies: ask")));
            scene.await(runId);
            engine.answer(runId, question(runId).questionId(), "abort", "test");
            scene.await(runId);
        }
        assertThat(scene.events(runId, RunStopped.class).getFirst().why()).contains("given up by test");
        assertThat(scene.calls("coder")).isEqualTo(1);
    }

    @Test
    void aPersonMayAddAnAttemptAtTheEndButTheDefaultNeverDoes() throws Exception {
        String agent = scene.agent(
                "coder", "if [ $N -lt 3 ]; then echo $N > sum.txt; else printf 'one two three\\n' > sum.txt; fi");
        String plan = plan(agent, "strategies: ask").replace("level: L2", "level: L1");
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan));
            for (int i = 0; i < 2; i++) {
                scene.await(runId);
                assertThat(question(runId).text()).contains("it stays failed");
                engine.answer(runId, question(runId).questionId(), "retry", "test");
            }
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.calls("coder")).isEqualTo(3);

        String unattended = scene.run(plan.replace("strategies: ask", "strategies: {mode: ask, default: retry}"));
        assertThat(scene.types(unattended)).doesNotContain("QuestionAsked");
        assertThat(scene.events(unattended, StepFinished.class).getFirst().attempts())
                .isEqualTo(1);
    }

    @Test
    void nobodyAnsweringInTimeMeansTheDefault() throws Exception {
        failedBefore("change", 5);
        String agent = scene.agent("coder", SECOND);
        String runId;
        try (Engine engine = Engine.start(scene.setup())) {
            runId = engine.start(attended(plan(agent, "strategies: {mode: ask, timeout: 100ms}")));
            scene.await(runId);
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, QuestionAnswered.class)).singleElement().satisfies(answer -> {
            assertThat(answer.by()).contains("nobody within");
            assertThat(answer.answer()).isEqualTo("add-context");
        });
    }

    @Test
    void nobodyToAskIsSaidOnRecord() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", SECOND), "strategies: {mode: ask, default: skip}"));

        assertThat(scene.events(runId, StrategyApplied.class))
                .containsExactly(new StrategyApplied("change", "skip", 1, "default: nobody is there to ask"));
        assertThat(scene.end(runId).outcome()).isEqualTo("partial");
    }

    @Test
    void offMeansNoAdviceAtAll() throws Exception {
        failedBefore("change", 5);
        RunOrder order = scene.order(plan(scene.agent("coder", SECOND), "strategies: ask"))
                .having(new RunOptions(Optional.of(Mode.OFF), false, false));
        assertThat(scene.types(scene.run(order))).doesNotContain("StrategyRecommended", "StrategyApplied");
    }

    @Test
    void corruptSettingsAndHistoryAreNoReasonToFail() throws Exception {
        config("{{{");
        Files.createDirectories(scene.root.resolve(".claude"));
        Files.writeString(scene.root.resolve(".claude/pipeline-history.json"), "[1, 2");
        String runId = scene.run(plan(scene.agent("coder", SECOND), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(applied(runId)).containsExactly("retry");
        assertThat(scene.home.resolve("retry-config.json.bad")).exists();
    }

    @Test
    void statisticsMoveTheNextRunsStrategyOnlyWithEnoughEvidence() throws Exception {
        failedBefore("change", 5);
        config("{\"strategies\": {\"change\": [\"simplify-prompt\", \"add-context\"]}}");
        worked("add-context", 1);
        assertThat(applied(scene.run(plan(scene.agent("once", SECOND), "")))).containsExactly("simplify-prompt");
        worked("add-context", 8);
        assertThat(applied(scene.run(plan(scene.agent("often", SECOND), "")))).containsExactly("add-context");
    }

    private void worked(String strategy, int times) {
        List<Recorded> history = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            history.add(new Recorded(
                    "won-" + times + "-" + i,
                    1,
                    Instant.ofEpochSecond(1_700_000_000L + i),
                    AttemptFinished.of("op", "change", 1)
                            .took(1)
                            .strategy(Optional.of(strategy))
                            .project("p")
                            .build()));
        }
        scene.store.append(history);
    }
}
