package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.CandidateEvent.CandidateGenerated;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs: real git, real processes, a real store. */
@Execution(ExecutionMode.CONCURRENT)
class EngineTest {

    private static final String OVERLOADED =
            "echo 'API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}' >&2";

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("sum.txt", "wrong\n").file("check.sh", """
                fails=0
                for want in one two; do grep -q $want sum.txt || { echo "FAIL: $want is missing"; fails=1; }; done
                exit $fails
                """).commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private String plan(String agent, String more) {
        return """
                name: fix
                agents: {%s}
                verify: sh check.sh
                %s
                steps:
                  - {id: sum, prompt: Mend sum.txt}
                """.formatted(agent, more);
    }

    @Test
    void anAgentThatDoesItIsDoneAfterOneAttempt() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", "printf 'one two\\n' > sum.txt; echo done"), ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("sum.txt")).isEqualTo("one two\n");
        assertThat(scene.types(runId))
                .containsExactly(
                        "RunStarted",
                        "StepStarted",
                        "IterationStarted",
                        "AttemptStarted",
                        "PatchProposed",
                        "PatchApplied",
                        "VerificationStarted",
                        "VerificationFinished",
                        "AttemptFinished",
                        "ResultLanded",
                        "StepFinished",
                        "RunFinished");
        assertThat(scene.git("status", "--porcelain")).isEqualTo(" M sum.txt\n");
        assertThat(Files.readString(scene.home.resolve("runs").resolve(runId).resolve("trace.jsonl"))
                        .lines())
                .hasSameSizeAs(scene.events(runId));
    }

    @Test
    void whatTheAgentPrintsIsKeptWithoutItsSecrets() throws Exception {
        String runId = scene.run(plan(
                scene.agent(
                        "coder",
                        "echo working; echo '-----BEGIN PRIVATE KEY-----'; echo MIIEvQIBADANBgkqhkiG9w0BAQEFAASC;"
                                + " echo '-----END PRIVATE KEY-----'; printf 'one two\\n' > sum.txt"),
                ""));

        String said = scene.events(runId, AgentChunk.class).stream()
                .map(AgentChunk::text)
                .collect(Collectors.joining());
        assertThat(said).contains("working").doesNotContain("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC");
    }

    @Test
    void theFailureReachesTheNextAttempt() throws Exception {
        String runId = scene.run(plan(
                scene.agent(
                        "coder",
                        "if [ $N = 1 ]; then printf 'one\\n' > sum.txt; else printf 'one two\\n' > sum.txt; fi"),
                ""));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.prompt("coder", 2)).contains("two is missing");
        assertThat(scene.types(runId)).contains("RepairAttempted");
    }

    @Test
    void aTransientFailureIsWaitedOutAndTriedAgain() throws Exception {
        String runId = scene.run("""
                name: fix
                agents: {%s}
                verify: sh check.sh
                steps:
                  - {id: sum, prompt: Mend sum.txt, policy: {backoff: fixed, base: 10ms, maxAttempts: 3}}
                """.formatted(scene.agent(
                "coder", "if [ $N = 1 ]; then " + OVERLOADED + "; exit 1; fi\n" + "printf 'one two\\n' > sum.txt")));

        assertThat(scene.events(runId, RetryScheduled.class)).hasSize(1);
        assertThat(scene.end(runId).success()).isTrue();
    }

    @Test
    void repairsThatDoNotHelpGiveWayToCandidatesAndTheSmallestThatPassesWins() throws Exception {
        String runId = scene.run(plan(
                scene.agent(
                        "coder",
                        "case \"$PROMPT\" in *'smallest change'*) printf 'one two\\n' > sum.txt;;"
                                + " *'another approach'*) printf 'one\\ntwo\\nthree\\n' > sum.txt;;"
                                + " *'failing check first'*) printf 'zero\\n' > sum.txt;;"
                                + " *) printf 'bad\\n%s\\n' $N > sum.txt;; esac"),
                "level: auto"));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.read("sum.txt")).isEqualTo("one two\n");
        assertThat(scene.events(runId, RunEscalated.class))
                .singleElement()
                .satisfies(up -> assertThat(up.to()).isEqualTo("L3"));
        assertThat(scene.events(runId, CandidateGenerated.class)).hasSize(3);
    }

    /** A new one would start with the version that a worker which was frozen for long may still remember as its own. */
    @Test
    void aStepThatIsTriedAgainKeepsItsExecution() throws Exception {
        String plan = """
                name: fix
                agents: {%s}
                verify: sh check.sh
                steps:
                  - {id: sum, prompt: Mend sum.txt, policy: {backoff: fixed, base: 30m, maxAttempts: 3}}
                """.formatted(scene.agent("coder", OVERLOADED + "; exit 1"));
        CountDownLatch failed = new CountDownLatch(1);
        try (Engine engine = Engine.start(scene.setup().listener(recorded -> {
                    if (recorded.event() instanceof RetryScheduled) {
                        failed.countDown();
                    }
                }));
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"))) {
            engine.start(scene.order(plan));
            assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
            try (ResultSet row = connection
                    .createStatement()
                    .executeQuery("select picked, version from scheduled_tasks where task_instance like '%/sum'")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getBoolean(1)).as("waits").isFalse();
                assertThat(row.getLong(2)).as("made, taken, put back").isEqualTo(3);
            }
        }
    }

    @Test
    void retriesOfACandidateHaveTheIdOfItsAttempt() throws Exception {
        String runId = scene.run("""
                name: fix
                agents: {%s}
                verify: sh check.sh
                level: L3
                l3: {bestOfN: 1, maxRounds: 1}
                steps:
                  - {id: sum, prompt: Mend sum.txt, policy: {backoff: fixed, base: 10ms, maxAttempts: 3}}
                """.formatted(scene.agent(
                "coder", "if [ $N = 1 ]; then " + OVERLOADED + "; exit 1; fi\n" + "printf 'one two\\n' > sum.txt")));

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, AttemptStarted.class))
                .extracting(AttemptStarted::operationId)
                .containsExactly("sum/r1c1");
        assertThat(scene.events(runId, RetryScheduled.class))
                .extracting(RetryScheduled::operationId)
                .containsExactly("sum/r1c1");
        assertThat(scene.events(runId, RetrySucceeded.class))
                .extracting(RetrySucceeded::operationId)
                .contains("sum/r1c1");
        assertThat(scene.events(runId, AttemptFinished.class))
                .extracting(AttemptFinished::operationId)
                .containsExactly("sum/r1c1");
    }

    @Test
    void anAgentThatLiesIsNeverBelieved() throws Exception {
        String runId = scene.run(plan(scene.agent("coder", "echo 'Fixed it. All tests PASS.'"), "level: L2"));

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.events(runId, StepFinished.class))
                .singleElement()
                .satisfies(step -> assertThat(step.success()).isFalse());
        assertThat(scene.read("sum.txt")).isEqualTo("wrong\n");
    }

    @Test
    void stepsThatDoNotNeedEachOtherWorkSideBySideAndAreMerged() throws Exception {
        String runId = scene.run("""
                name: two
                agents: {%s}
                steps:
                  - {id: a, prompt: Write a, verify: 'grep -q a a.txt'}
                  - {id: b, prompt: Write b, verify: 'grep -q b b.txt'}
                  - {id: c, prompt: Write c, verify: 'grep -q a a.txt && grep -q b b.txt && grep -q c c.txt', needs: [a, b]}
                """.formatted(scene.agent(
                "coder", "for f in a b c; do case \"$PROMPT\" in *\"Write $f\"*) echo $f > $f.txt;; esac; done")));

        assertThat(scene.end(runId).stepsPassed()).isEqualTo(3);
        assertThat(List.of(scene.read("a.txt"), scene.read("b.txt"), scene.read("c.txt")))
                .containsExactly("a\n", "b\n", "c\n");
        assertThat(scene.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void aRunPausesAfterAStepAndGoesOnWhenResumed() throws Exception {
        String plan = """
                name: two
                agents: {%s}
                verify: 'true'
                steps:
                  - {id: a, prompt: Write a}
                  - {id: b, prompt: Write b, needs: [a]}
                """.formatted(scene.agent("coder", "echo $N > n.txt"));
        String runId = scene.run(new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of("a"), false));
        assertThat(scene.types(runId)).endsWith("RunPaused");
        assertThat(scene.calls("coder")).isEqualTo(1);

        try (Engine engine = Engine.start(scene.setup())) {
            engine.resume(runId, "test");
            scene.await(runId);
        }
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.calls("coder")).isEqualTo(2);
    }

    @Test
    void aProgramFromAnotherFolderWritesTheTraceWhereTheRunBegan() throws Exception {
        String plan = """
                name: two
                agents: {%s}
                verify: 'true'
                steps:
                  - {id: a, prompt: Write a}
                  - {id: b, prompt: Write b, needs: [a]}
                """.formatted(scene.agent("coder", "echo $N > n.txt"));
        String runId = scene.run(new RunOrder("plan.yaml", plan, scene.root, List.of(), List.of("a"), false));

        Path elsewhere = scene.outside.resolve("elsewhere");
        try (Engine engine = Engine.start(scene.setup(elsewhere))) {
            engine.resume(runId, "test");
            scene.await(runId);
        }

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(TraceReader.all(RunFolder.of(scene.home, runId).trace()))
                .isEqualTo(scene.store.events(runId, 0, 100_000));
        assertThat(elsewhere.resolve("runs")).doesNotExist();
        assertThat(RunFolder.of(scene.home, runId).path().resolve("summary.json"))
                .exists();
    }

    @Test
    void aFailedStepBlocksOnlyWhatNeedsIt() throws Exception {
        String runId = scene.run("""
                name: three
                agents: {%s}
                level: L1
                steps:
                  - {id: bad, prompt: Write bad, verify: 'false'}
                  - {id: behind, prompt: Write behind, verify: 'true', needs: [bad]}
                  - {id: good, prompt: Write good, verify: 'true'}
                """.formatted(scene.agent("coder", "echo $N > $N.txt")));

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.end(runId).stepsPassed()).isEqualTo(1);
        assertThat(scene.calls("coder")).isEqualTo(2);
    }

    @Test
    void aWorkspaceThatIsGoneEndsTheStepWithTheReason() throws Exception {
        scene.file("work.txt", "start\n").commit();
        String agent = scene.agent("coder", "echo done > work.txt; rm -rf '" + scene.root + "'");
        String runId = scene.run("name: gone\nagents: {" + agent + "}\nsteps:\n"
                + "  - {id: one, prompt: Do it, verify: grep -q done work.txt}\n"
                + "  - {id: two, needs: [one], prompt: Do it, verify: 'true'}\n");
        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.events(runId, StepFinished.class))
                .singleElement()
                .satisfies(
                        end -> assertThat(end.failure().orElseThrow().message()).contains("could not be carried out"));
    }

    @Test
    void aWorkspaceThatCannotBeWrittenEndsTheStepWithTheReason() throws Exception {
        ReadOnlyFolder workspace = new ReadOnlyFolder(scene.root);
        String lock = workspace.command();
        String agent = scene.agent("coder", "printf 'one two\\n' > sum.txt; echo new > new.txt; " + lock);
        try (workspace) {
            String runId = scene.run("name: fix\nisolation: copy\nagents: {" + agent
                    + "}\nverify: sh check.sh\nsteps:\n  - {id: sum, prompt: Mend sum.txt}\n");
            Assumptions.assumeFalse(workspace.isWritable(), "this system has no way to forbid its own user to write");
            assertThat(scene.end(runId).success()).isFalse();
            assertThat(scene.events(runId, StepFinished.class))
                    .singleElement()
                    .satisfies(end -> assertThat(end.failure().orElseThrow().message())
                            .contains("could not be carried out")
                            .contains(scene.root.toString()));
            assertThat(scene.read("sum.txt")).isEqualTo("wrong\n");
        }
    }

    @Test
    void inPlaceWhatCannotBePutBackIsSaidWithItsCheckpoint() throws Exception {
        ReadOnlyFolder workspace = new ReadOnlyFolder(scene.root);
        scene.file("mine.txt", "not committed\n");
        String agent = scene.agent("coder", "echo gone > mine.txt; echo new > new.txt; " + workspace.command());
        try (workspace) {
            String runId = scene.run("name: fix\nisolation: none\nlevel: L1\nagents: {" + agent
                    + "}\nsteps:\n  - {id: sum, prompt: Mend sum.txt, verify: 'false'}\n");
            Assumptions.assumeFalse(workspace.isWritable(), "this system has no way to forbid its own user to write");
            assertThat(scene.end(runId).success()).isFalse();
            assertThat(scene.events(runId, StepFinished.class))
                    .singleElement()
                    .satisfies(end -> assertThat(end.failure().orElseThrow().message())
                            .contains("What its agent had changed may still be there; `mulligan checkpoint list`"));
            CheckpointCreated saved =
                    scene.events(runId, CheckpointCreated.class).getFirst();
            assertThat(saved.label()).contains("mulligan checkpoint restore ");
            assertThat(scene.git("show", "refs/mulligan/checkpoints/" + saved.checkpoint() + ":mine.txt"))
                    .isEqualTo("not committed\n");
        }
    }
}
