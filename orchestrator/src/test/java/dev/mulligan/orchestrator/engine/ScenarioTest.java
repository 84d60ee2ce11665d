package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.CandidateEvent.JudgeDecided;
import dev.mulligan.record.DiagnosisEvent.DiagnosisCompleted;
import dev.mulligan.record.PatchEvent.PatchApplied;
import dev.mulligan.record.PatchEvent.PatchApplyFailed;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepFinished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The rules of the repair loop, of candidates and of budgets, seen from the outside. */
@Execution(ExecutionMode.CONCURRENT)
class ScenarioTest {

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("work.txt", "start\n").file("check.sh", """
                echo 1..3; n=0; fails=0
                for want in one two three; do
                  n=$((n + 1))
                  if grep -qx $want work.txt; then echo "ok $n - $want is there"; else
                    echo "not ok $n - $want is there"; fails=1; fi
                done
                exit $fails
                """).commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private String plan(String agents, String more) {
        return """
                name: scenario
                agents: {%s}
                verify: sh check.sh
                %s
                steps:
                  - {id: it, prompt: Do it, policy: {backoff: fixed, base: 5ms, maxAttempts: 2}}
                """.formatted(agents, more);
    }

    @Test
    void twoRepairsThatDoNotHelpStopTheLoopWhenItMayNotEscalate() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", "echo bad $N > work.txt"), "escalation: {enabled: false}"));

        StepFinished end = scene.events(runId, StepFinished.class).getFirst();
        assertThat(end.outcome()).isEqualTo("non_improving");
        assertThat(scene.events(runId, RepairAttempted.class)).hasSize(2);
    }

    @Test
    void progressKeepsTheLoopGoingAndTheThirdRepairStartsFresh() throws Exception {
        String runId = scene.run(plan(
                scene.agent(
                        "coder",
                        "case $N in 1) echo none > work.txt;; 2) echo one > work.txt;;"
                                + " 3) printf 'one\\ntwo\\n' > work.txt;; *) printf 'one\\ntwo\\nthree\\n' > work.txt;; esac"),
                ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, RepairAttempted.class))
                .extracting(RepairAttempted::freshContext)
                .containsExactly(false, false, true);
    }

    @Test
    void aWorseTreeNeverReplacesABetterOne() throws Exception {
        String runId = scene.run(plan(
                scene.agent(
                        "coder", "case $N in 1) printf 'one\\ntwo\\n' > work.txt;; *) echo worse $N > work.txt;; esac"),
                "escalation: {enabled: false}"));

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.read("work.txt"))
                .as("nothing unverified enters the workspace")
                .isEqualTo("start\n");
        assertThat(Files.readString(scene.home.resolve("runs/" + runId + "/patches/it-best.diff")))
                .contains("+one\n+two\n")
                .doesNotContain("worse");
        assertThat(scene.prompt("coder", 3)).contains("taken back");
    }

    @Test
    void anAnswerWithADiffIsAppliedAndABrokenOneIsExplainedToTheAgent() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", """
                        if [ $N = 1 ]; then
                          printf -- '--- a/work.txt\\n+++ b/work.txt\\n@@ -1 +1 @@\\n-nothing of the kind\\n+one\\n'
                        else
                          printf -- '--- a/work.txt\\n+++ b/work.txt\\n@@ -1 +1,3 @@\\n-start\\n+one\\n+two\\n+three\\n'
                        fi
                        """), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, PatchApplyFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.kind()).isEqualTo("HUNK_FAILED"));
        assertThat(scene.prompt("coder", 2)).contains("nothing of the kind");
        assertThat(scene.events(runId, PatchApplied.class)).hasSize(1);
    }

    @Test
    void aHeadersOnlyDiffIsNoChange() throws Exception {
        String runId =
                scene.run(plan(scene.agent("coder", "printf -- '--- a/work.txt\\n+++ b/work.txt\\n'"), "level: L1"));

        assertThat(scene.events(runId, PatchApplyFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.kind()).isEqualTo("NO_CHANGE"));
    }

    @Test
    void aFileTheStepMayNotTouchIsTakenBack() throws Exception {
        String runId = scene.run("""
                name: scenario
                agents: {%s}
                level: L1
                verify: sh check.sh
                steps:
                  - {id: it, prompt: Do it, files: [work.txt]}
                """.formatted(scene.agent("coder", "echo 'exit 0' > check.sh")));

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.events(runId, PatchApplyFailed.class).getFirst().kind())
                .isEqualTo("FORBIDDEN_PATH");
        assertThat(scene.read("check.sh")).contains("is there");
    }

    @Test
    void candidatesThatAllFailAreDiagnosedAndTheExplanationIsTried() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", """
                        case "$PROMPT" in
                          *ranking*) echo '{"ranking": ["c2", "c1"]}';;
                          *hypotheses*) echo 'I think: {"hypotheses": ["the words must stand on their own lines"]}';;
                          *'own lines'*) printf 'one\\ntwo\\nthree\\n' > work.txt;;
                          *) echo "bad $N" > work.txt;;
                        esac
                        """), "level: L3"));

        assertThat(scene.events(runId, DiagnosisCompleted.class))
                .singleElement()
                .satisfies(found -> assertThat(found.hypotheses()).hasSize(1));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("work.txt")).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void aJudgeDecidesANearTieAndItsWordIsOnRecord() throws Exception {
        String runId =
                scene.run(plan(scene.agent("coder", """
                        case "$PROMPT" in
                          *winner*) echo '{"winner": "c2", "confidence": 0.8, "rationale": ["closer"]}';;
                          *hypotheses*) echo '{"hypotheses": []}';;
                          *) echo "bad $N" > work.txt;;
                        esac
                        """), "level: L3\nl3: {enableReviewer: false, enableJudge: true}"));

        assertThat(scene.events(runId, JudgeDecided.class))
                .isNotEmpty()
                .allSatisfy(judge -> assertThat(judge.winner()).isEqualTo(2));
        assertThat(scene.events(runId, StepFinished.class).getFirst().judgeUsed())
                .isTrue();
    }

    @Test
    void theBudgetIsAskedBeforeEveryPaidCall() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", "echo bad $N > work.txt"), "budget: {attempts: 2}"));

        assertThat(scene.calls("coder")).isEqualTo(2);
        assertThat(scene.events(runId, BudgetExceeded.class)).hasSize(1);
        assertThat(scene.events(runId, StepFinished.class).getFirst().outcome()).isEqualTo("budget_exceeded");
    }

    @Test
    void aStalledAgentIsEndedWithItsChildrenAndTriedAgain() throws Exception {
        String plan = plan(
                scene.agent("coder", "if [ $N = 1 ]; then sleep 60; else printf 'one\\ntwo\\nthree\\n' > work.txt; fi"),
                "");
        try (Engine engine = Engine.start(scene.setup()
                .limits(new ProcessLimits(Duration.ofSeconds(20), Duration.ofMillis(700), Duration.ofMillis(100))))) {
            String runId = engine.start(scene.order(plan));
            scene.await(runId);
            assertThat(scene.events(runId, RetryScheduled.class)).hasSize(1);
            assertThat(scene.end(runId).success()).isTrue();
        }
    }

    @Test
    void aUsageWindowIsSleptThroughInTheStore() throws Exception {
        String plan = """
                name: scenario
                agents: {%s}
                verify: sh check.sh
                steps:
                  - {id: it, prompt: Do it, policy: {template: unattended, maxServerWait: 1s}}
                """.formatted(scene.agent(
                "coder",
                "if [ $N = 1 ]; then echo 'API Error: 429 rate limit exceeded, try again in 3 seconds' >&2; exit 1; fi\n"
                        + "printf 'one\\ntwo\\nthree\\n' > work.txt"));
        String runId = scene.run(plan);

        assertThat(scene.events(runId, RunPaused.class))
                .singleElement()
                .satisfies(paused -> assertThat(paused.resumeAt()).isPresent());
        assertThat(scene.end(runId).success()).isTrue();
    }

    @Test
    void aStepWhosePolicyGivesUpOnLongWaitsDoesNotSleep() throws Exception {
        String runId = scene.run("""
                name: scenario
                agents: {%s}
                verify: sh check.sh
                steps:
                  - {id: it, prompt: Do it, policy: {maxServerWait: 1s, onLongWait: give_up}}
                """.formatted(scene.agent(
                "coder", "echo 'API Error: 429 rate limit exceeded, try again in 3 hours' >&2; exit 1")));

        assertThat(scene.events(runId, RunPaused.class)).isEmpty();
        assertThat(scene.calls("coder")).isEqualTo(1);
        assertThat(scene.end(runId).success()).isFalse();
    }

    @Test
    void whatMendedAFailureIsToldWhenItReturns() throws Exception {
        String agent = scene.agent(
                "coder",
                "case $N in 1|3) printf 'one\\ntwo\\n' > work.txt;; *) printf 'one\\ntwo\\nthree\\n' > work.txt;; esac");
        String first = scene.run(plan(agent, ""));
        assertThat(scene.events(first, LearningRecorded.class))
                .singleElement()
                .satisfies(learnt -> assertThat(learnt.worked().orElse("")).contains("+three"));
        assertThat(scene.prompt("coder", 2)).doesNotContain("mended before");

        scene.file("work.txt", "start\n");
        String second = scene.run(plan(agent, ""));

        assertThat(scene.end(second).success()).isTrue();
        assertThat(scene.prompt("coder", 4))
                .contains("This very failure was mended before")
                .contains("+three");
    }

    private RunOrder askingPlan(String questions) throws IOException {
        String plan = """
                name: scenario
                agents: {%s}
                verify: sh check.sh
                %s
                steps:
                  - {id: it, prompt: Do it, policy: {maxServerWait: 1s, onLongWait: ask}}
                """.formatted(
                        scene.agent(
                                "coder",
                                "if [ $N = 1 ]; then echo 'API Error: 429 rate limit exceeded, try again in 2 seconds'"
                                        + " >&2; exit 1; fi\nprintf 'one\\ntwo\\nthree\\n' > work.txt"),
                        questions);
        return new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of(), true);
    }

    @Test
    void aPersonIsAskedAndTheAnswerCountsInAnotherProgramToo() throws Exception {
        String runId = scene.run(askingPlan(""));
        QuestionAsked question = scene.events(runId, QuestionAsked.class).getFirst();
        assertThat(scene.calls("coder")).isEqualTo(1);

        Engine.answer(scene.setup(), runId, question.questionId(), "yes", "test");
        try (Engine engine = Engine.start(scene.setup())) {
            engine.resume(runId, "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
    }

    @Test
    void aQuestionThatNobodyAnswersTakesItsDefault() throws Exception {
        try (Engine engine = Engine.start(scene.setup())) {
            String runId = engine.start(askingPlan("questions: {timeout: 300ms, default: no}"));
            scene.await(runId);
            scene.await(runId);
            assertThat(scene.events(runId, QuestionAnswered.class))
                    .singleElement()
                    .satisfies(answer -> assertThat(answer.by()).contains("nobody"));
            assertThat(scene.end(runId).success()).isFalse();
        }
    }

    @Test
    void securityIsNeverTriedAgain() throws Exception {
        String runId = scene.run("""
                name: scenario
                agents: {%s}
                verify: sh check.sh
                steps:
                  - {id: it, action: security_scan, prompt: Do it}
                """.formatted(scene.agent("coder", "echo 'API Error: 529 Overloaded' >&2; exit 1")));

        assertThat(scene.calls("coder")).isEqualTo(1);
        assertThat(scene.events(runId, RetryScheduled.class)).isEmpty();
        assertThat(scene.end(runId).success()).isFalse();
    }

    @Test
    void oneStepOfAFinishedRunIsRunAgainAndWhatWaitedForItFollows() throws Exception {
        String plan =
                """
                name: scenario
                level: L1
                agents: {%s}
                steps:
                  - {id: first, prompt: Write first, verify: 'grep -q good work.txt'}
                  - {id: second, prompt: Write second, verify: 'true', needs: [first]}
                """.formatted(scene.agent("coder", "if [ $N = 1 ]; then echo bad; else echo good $N; fi > work.txt"));
        String runId = scene.run(plan);
        assertThat(scene.end(runId).success()).isFalse();

        try (Engine engine = Engine.start(scene.setup())) {
            engine.retry(runId, "first");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.end(runId).stepsPassed()).isEqualTo(2);
        assertThat(List.of(scene.calls("coder"))).containsExactly(3);
    }
}
