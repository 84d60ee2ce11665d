package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.client.ClaudeAgent;
import dev.mulligan.config.Config;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.CandidateEvent.JudgeInvoked;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.VerificationEvent.VerificationFinished;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a policy says holds in the steps of a plan as it does in the library. */
@Execution(ExecutionMode.CONCURRENT)
class StepPolicyTest {

    private static final String OVERLOADED = "echo 'API Error: 529 {\"type\":\"error\",\"error\":{\"type\":"
            + "\"overloaded_error\",\"message\":\"Overloaded\"}}' >&2; exit 1";

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

    private String plan(String agent, String more, String step) {
        return "name: policy\nagents: {" + agent + "}\n" + more
                + "\nsteps: [{id: it, prompt: Do it, verify: grep -q done work.txt" + step + "}]\n";
    }

    private String run(String plan, Config config) throws InterruptedException {
        return run(plan, config, 0.5);
    }

    private String run(String plan, Config config, double chance) throws InterruptedException {
        EngineSetup setup = EngineSetup.embedded(scene.store, scene.home, config, new TreeMap<>(System.getenv()))
                .beating(Duration.ofMillis(500), Duration.ofMillis(50))
                .limits(scene.setup().programs().limits())
                .listener(scene.setup().watchers().events().getFirst());
        setup = setup.on(
                setup.programs().machine().chance(() -> chance),
                setup.programs().agents());
        return carriedOut(setup, plan);
    }

    private String carriedOut(EngineSetup setup, String plan) throws InterruptedException {
        try (Engine engine = Engine.start(setup)) {
            String runId = engine.start(scene.order(plan));
            scene.await(runId);
            return runId;
        }
    }

    /** The plan's agent is a program that talks like Claude Code; {@code N} counts its calls. */
    private String runWithClient(String body, Config config, String step) throws Exception {
        Path count = folder.resolve("client.count");
        Path client = Files.writeString(
                folder.resolve("client"),
                "#!/bin/sh\nN=$(( $(cat " + count + " 2>/dev/null || echo 0) + 1 ))\necho $N > " + count
                        + "\ncat > /dev/null\n" + body + "\n");
        Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwxr-xr-x"));
        EngineSetup setup = EngineSetup.embedded(scene.store, scene.home, config, new TreeMap<>(System.getenv()));
        setup = setup.listener(scene.setup().watchers().events().getFirst())
                .on(setup.programs().machine(), (spec, environment) -> new ClaudeAgent(client.toString(), environment));
        return carriedOut(setup, plan("coder: {kind: claude}", "", step));
    }

    private int clientCalls() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("client.count")).strip());
    }

    private static final String CALL = "echo '{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\","
            + "\"id\":\"t1\",\"name\":\"Bash\",\"input\":{}}]}}'\n";

    @Test
    void aCallOfAToolThatTakesLongerThanItsPolicyAllowsEndsTheAttempt() throws Exception {
        String runId = runWithClient(
                CALL + "if [ $N = 1 ]; then sleep 60; fi\necho done > work.txt",
                Config.EMPTY,
                ", policy: {base: 1ms}, tools: {bash: {attemptTimeout: 300ms}}");

        assertThat(scene.end(runId).success()).isTrue();
        assertThat(clientCalls()).isEqualTo(2);
        assertThat(scene.events(runId, RetryScheduled.class))
                .singleElement()
                .satisfies(retry -> assertThat(retry.error().message()).contains("Bash took longer than the 300 ms"));
    }

    @Test
    void aToolThatIsNeverTriedAgainEndsItsStepWhenItFails() throws Exception {
        String runId = runWithClient(
                CALL + "echo '{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\","
                        + "\"tool_use_id\":\"t1\",\"is_error\":true}]}}'\nsleep 60",
                config("tools: {bash: never}\n"),
                "");

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(clientCalls()).isEqualTo(1);
        assertThat(scene.events(runId, AttemptFinished.class)
                        .getFirst()
                        .failure()
                        .orElseThrow()
                        .message())
                .contains("the tool Bash failed and its policy allows no further attempt");
    }

    private Config config(String text) throws IOException {
        return ConfigFiles.load(Files.writeString(folder.resolve("mulligan.yaml"), text));
    }

    @Test
    void anAttemptThatTakesLongerThanThePolicyAllowsIsEndedAndTriedAgain() throws Exception {
        String agent = scene.agent("coder", "if [ $N = 1 ]; then sleep 30; fi; echo done > work.txt");
        Instant from = Instant.now();
        String runId = scene.run(plan(agent, "", ", policy: {attemptTimeout: 1s, backoff: fixed, base: 5ms}"));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(Duration.between(from, Instant.now())).isLessThan(Duration.ofSeconds(15));
        assertThat(scene.events(runId, AttemptFinished.class).getFirst().failure())
                .hasValueSatisfying(
                        failure -> assertThat(failure.type().wireName()).isEqualTo("timeout"));
        assertThat(scene.events(runId, RetrySucceeded.class)).containsExactly(new RetrySucceeded("it/code", 2));
        assertThat(scene.events(runId, RetryExhausted.class)).isEmpty();
    }

    @Test
    void aDeadlineEndsAnOperationHoweverManyAttemptsAreLeft() throws Exception {
        String agent = scene.agent("coder", OVERLOADED);
        String runId = scene.run(
                plan(agent, "", ", policy: {maxAttempts: 50, deadline: 1s, backoff: fixed, base: 200ms, jitter: off}"));
        assertThat(scene.calls("coder")).isBetween(2, 6);
        assertThat(scene.events(runId, RetryExhausted.class))
                .singleElement()
                .satisfies(end -> assertThat(end.reason().wireName()).isEqualTo("deadline"));
        assertThat(scene.events(runId, RetrySucceeded.class)).isEmpty();
    }

    @Test
    void aStrongerModelIsTakenAfterSoManyFailuresOnOne() throws Exception {
        String agent = scene.agent("coder", "if [ $N -le 2 ]; then " + OVERLOADED + "; fi; echo done > work.txt")
                .replace("]}", "], model: claude-haiku-4-5}");
        String runId = run(
                plan(agent, "", ", policy: {escalateAfter: 2, backoff: fixed, base: 5ms}"),
                config("ladder: [claude-haiku-4-5, claude-sonnet-4-5]\nconfirm: never\n"));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, ModelEscalated.class))
                .singleElement()
                .satisfies(up -> assertThat(up.toModel()).isEqualTo("claude-sonnet-4-5"));
        assertThat(scene.calls("coder")).isEqualTo(3);
    }

    @Test
    void decorrelatedWaitsGrow() throws Exception {
        String agent = scene.agent("coder", OVERLOADED);
        String runId = run(
                plan(
                        agent,
                        "",
                        ", policy: {maxAttempts: 7, backoff: exponential, base: 3ms, cap: 10s, jitter: decorrelated}"),
                Config.EMPTY,
                0.9);
        List<Long> waits = scene.events(runId, RetryScheduled.class).stream()
                .map(RetryScheduled::delayMs)
                .toList();
        assertThat(waits).hasSize(6);
        // Each is drawn between the base and three times the one before: without growth none would pass 9 ms.
        assertThat(waits.stream().mapToLong(Long::longValue).max().orElse(0)).isGreaterThan(9);
    }

    @Test
    void anOverloadedProviderIsWaitedForAlsoWhereTheOperationItselfWaitsForNothing() throws Exception {
        String agent = scene.agent("coder", "if [ $N = 1 ]; then " + OVERLOADED + "; fi; echo done > work.txt");
        String runId = scene.run(plan(agent, "", ", action: test"));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.events(runId, RetryScheduled.class).getFirst().delayMs())
                .isBetween(900L, 1100L);
    }

    @Test
    void aWaitThatSomebodyWroteDownCountsForProvidersToo() throws Exception {
        String agent = scene.agent("coder", "if [ $N = 1 ]; then " + OVERLOADED + "; fi; echo done > work.txt");
        String runId = scene.run(plan(agent, "", ", action: test, policy: {backoff: fixed, base: 0ms}"));
        assertThat(scene.events(runId, RetryScheduled.class).getFirst().delayMs())
                .isZero();
    }

    @Test
    void securityIsNeverRetriedWhateverAProjectSays() throws Exception {
        String agent = scene.agent("coder", OVERLOADED);
        String project = "policy: {template: aggressive, base: 5ms}\n";
        run(plan(agent, "", ", action: security_scan"), config(project));
        assertThat(scene.calls("coder")).isEqualTo(1);
    }

    @Test
    void levelTwoNeverComesToCandidatesAndAutoDoesBeforeItStops() throws Exception {
        String agent = scene.agent("coder", "echo wrong $N > work.txt");
        String two = scene.run(plan(agent, "level: L2", ""));
        assertThat(scene.events(two, RunEscalated.class)).isEmpty();
        assertThat(scene.end(two).success()).isFalse();

        // Each repair fails in another way, so none of them counts as stuck; the loop is used up all the same.
        String differing = scene.agent("other", "echo wrong $N > work.txt");
        String auto = scene.run("name: auto\nagents: {" + differing + "}\nmaxIterations: 2\nl3: {enableReviewer: false,"
                + " enableJudge: false, diagnosis: {enabled: false}}\nsteps: [{id: it, prompt: Do it,"
                + " verify: 'echo FAILED t.py::test_$(tr -dc 0-9 < work.txt); exit 1'}]\n");
        assertThat(scene.events(auto, RunEscalated.class)).hasSize(1);
    }

    @Test
    void theTimeOfABudgetAndOfAnAttemptEndsAHangingVerifierToo() throws Exception {
        String agent = scene.agent("coder", "echo $N > work.txt");
        String hanging = "name: policy\nlevel: L1\nagents: {" + agent + "}\n%s\nsteps: [{id: it, prompt: Do it,"
                + " verify: sleep 30%s}]\n";
        Instant from = Instant.now();
        String budget = scene.run(hanging.formatted("budget: {time: 2s}", ""));
        String attempt = scene.run(hanging.formatted("", ", policy: {attemptTimeout: 1s}"));
        assertThat(Duration.between(from, Instant.now())).isLessThan(Duration.ofSeconds(20));
        for (String runId : List.of(budget, attempt)) {
            assertThat(scene.end(runId).success()).isFalse();
            assertThat(scene.events(runId, VerificationFinished.class)
                            .getFirst()
                            .summary())
                    .contains("sleep 30")
                    .contains("took too long");
        }
    }

    @Test
    void escalationsAreCountedForTheWholeRun() throws Exception {
        String agent = scene.agent("coder", "echo wrong $N > work.txt");
        String two = "name: policy\nagents: {" + agent + "}\nl3: {bestOfN: 1, maxRounds: 1}\nsteps:\n"
                + "  - {id: one, prompt: Do it, verify: grep -q done work.txt}\n"
                + "  - {id: two, prompt: Do it, verify: grep -q done work.txt}\n";
        String runId = scene.run(two);
        assertThat(scene.events(runId, RunEscalated.class)).hasSize(1);
        assertThat(scene.types(runId).stream().filter("AttemptStarted"::equals))
                .hasSameSizeAs(scene.types(runId).stream()
                        .filter("AttemptFinished"::equals)
                        .toList());
    }

    @Test
    void aPanelCallIsTriedAgainLikeAnyOther() throws Exception {
        String agents = scene.agent("coder", "echo wrong $N $$ > work.txt") + ", "
                + scene.agent("reviewer", "if [ $N = 1 ]; then " + OVERLOADED + "; fi; echo '{\"ranking\": [\"c1\"]}'");
        String runId = scene.run(plan(
                agents,
                "level: L3\nl3: {bestOfN: 2, maxRounds: 1, enableJudge: false}",
                ", policy: {backoff: fixed, base: 5ms}"));
        assertThat(scene.calls("reviewer")).isEqualTo(2);
        assertThat(scene.events(runId, RetrySucceeded.class)).contains(new RetrySucceeded("it/reviewer#1", 2));
    }

    @Test
    void aNearTieIsJudgedByDefaultByOneWhoKnowsTheTaskAndTheFailure() throws Exception {
        String coder = scene.agent("coder", "echo wrong $N > work.txt");
        String reviewer = scene.agent("reviewer", "echo '{\"ranking\": [\"c2\", \"c1\", \"c3\"]}'");
        String judge = scene.agent("judge", "echo '{\"winner\": \"c2\", \"confidence\": 0.9}'");
        String runId =
                scene.run("name: judged\nlevel: L3\nagent: coder\nagents: {" + coder + ", " + reviewer + ", " + judge
                        + "}\nl3: {diagnosis: {enabled: false}}\nsteps: [{id: it, prompt: Make it say done., verify: grep -q done"
                        + " work.txt}]\n");
        assertThat(scene.events(runId, JudgeInvoked.class)).isNotEmpty();
        assertThat(scene.prompt("reviewer", 1)).contains("Make it say done.");
        assertThat(scene.prompt("judge", 1)).contains("Make it say done.");
    }

    @Test
    void promptsTellWhatWasProducedWhatToDoAndNothingAboutTheProvider() throws Exception {
        String agent = scene.agent(
                "coder",
                "case $N in 1) " + OVERLOADED
                        + ";; 2) echo wrong > work.txt;; 3) echo nothing;; *) echo done > work.txt;;" + " esac");
        String runId = scene.run(plan(agent, "escalation: {enabled: false}", ", policy: {backoff: fixed, base: 5ms}"));
        assertThat(scene.end(runId).success()).isTrue();
        assertThat(scene.prompt("coder", 2)).doesNotContain("Overloaded").doesNotContain("Do not repeat");
        assertThat(scene.prompt("coder", 3)).contains("+wrong").contains("first failing check");
        assertThat(scene.prompt("coder", 4)).contains("changed nothing").contains("still failed before that");
    }

    @Test
    void whatTheRunGoesByIsInItsFolder() throws Exception {
        String runId = scene.run(
                plan(scene.agent("coder", "echo done > work.txt"), "", ", policy: {maxAttempts: 7, deadline: 2m}"));
        JsonObject config =
                Json.parseObject(Files.readString(scene.home.resolve("runs/" + runId + "/effective-config.json")));
        assertThat(config.text("name")).contains("policy");
        JsonObject step = (JsonObject) config.list("steps").getFirst();
        assertThat(step.object("policy").orElseThrow().integer("maxAttempts")).hasValue(7);
        assertThat(step.object("policy").orElseThrow().number("deadlineMs")).hasValue(120_000);
    }
}
