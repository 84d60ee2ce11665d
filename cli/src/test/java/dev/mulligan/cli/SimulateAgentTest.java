package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.Prompt;
import dev.mulligan.agent.client.ClaudeAgent;
import dev.mulligan.agent.client.CodexAgent;
import dev.mulligan.agent.client.CommandAgent;
import dev.mulligan.agent.client.GeminiAgent;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes, driven by the adapters that drive the real agents. */
@Timeout(120)
class SimulateAgentTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    @TempDir
    Path folder;

    private Path workspace;

    @BeforeEach
    void workspace() throws Exception {
        workspace = Files.createDirectory(folder.resolve("work"));
    }

    private List<String> command(String as) {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mulligan.cli.Main",
                "simulate",
                "agent",
                "--script",
                folder.resolve("agent.yaml").toString(),
                "--as",
                as);
    }

    private Agent agent(String as) throws Exception {
        if (as.equals("command")) {
            return new CommandAgent("sim", command(as), ENVIRONMENT, List.of());
        }
        Path program = folder.resolve("agent-" + as);
        Files.writeString(program, "#!/bin/sh\nexec " + String.join(" ", command(as)) + " -- \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return switch (as) {
            case "claude" -> new ClaudeAgent(program.toString(), ENVIRONMENT);
            case "codex" -> new CodexAgent(program.toString(), ENVIRONMENT);
            default -> new GeminiAgent(program.toString(), ENVIRONMENT);
        };
    }

    private void script(String yaml) throws Exception {
        Files.writeString(folder.resolve("agent.yaml"), yaml);
    }

    private AgentTask task(String prompt) {
        return AgentTask.of(Prompt.first(prompt), workspace);
    }

    private AgentResult run(Agent agent, AgentTask task) throws Exception {
        return agent.run(task, (stream, line) -> {});
    }

    @ParameterizedTest
    @CsvSource({"claude", "codex", "gemini"})
    void itReportsLikeTheRealOnes(String as) throws Exception {
        script("""
                - {end: error, error: 'API Error: 529 Overloaded', exit: 1}
                - {write: {src/fix.txt: fixed}, say: Fixed it., tokens: {input: 70, output: 5}}
                - {end: zero-turns}
                """);
        Agent agent = agent(as);

        AgentResult failed = run(agent, task("fix"));
        assertThat(failed.finalWord()).contains(FinalWord.ERROR);
        assertThat(failed.ended().exitCode()).hasValue(1);

        AgentResult fixed = run(agent, task("fix").resuming("conversation-7"));
        assertThat(fixed.finalWord()).contains(FinalWord.SUCCESS);
        assertThat(fixed.reply()).isEqualTo("Fixed it.");
        assertThat(fixed.conversation()).contains("conversation-7");
        assertThat(fixed.usage().input()).isEqualTo(70);
        assertThat(fixed.usage().output()).isEqualTo(5);
        assertThat(workspace.resolve("src/fix.txt")).hasContent("fixed");

        AgentResult idle = run(agent, task("fix"));
        assertThat(idle.ended().exitCode()).hasValue(0);
        assertThat(idle.usage().output()).isZero();
        if (as.equals("claude")) {
            assertThat(idle.turns()).hasValue(0);
        }
    }

    @Test
    void aCommandGetsTheEnvelopeAndAnswersInPlainText() throws Exception {
        script("""
                - {when: 'lastError: 2 tests failed', say: "Sorry, once more."}
                - {say: First try., times: forever}
                """);
        Agent agent = agent("command");

        assertThat(run(agent, task("fix")).reply()).isEqualTo("First try.\n");
        Prompt again = Prompt.first("fix")
                .after(new Prompt.RetryContext(2, 3, "2 tests failed", Optional.empty(), "Read the test."));
        assertThat(run(agent, AgentTask.of(again, workspace)).reply()).isEqualTo("Sorry, once more.\n");
        assertThat(run(agent, AgentTask.of(again, workspace)).reply()).isEqualTo("First try.\n");
    }

    @Test
    void itLiesWritesBadDiffsAndFailsWithExitZero() throws Exception {
        script("""
                - {end: lie}
                - {bad-diff: src/a.txt}
                - {end: error, error: Credit balance is too low}
                - {diff: "--- a/x\\n+++ b/x\\n"}
                """);
        Agent agent = agent("command");

        assertThat(run(agent, task("fix")).reply()).contains("all tests pass");
        assertThat(workspace).isEmptyDirectory();
        assertThat(run(agent, task("fix")).reply()).contains("--- a/src/a.txt", "@@ -1,3 +1,3 @@");
        AgentResult failed = run(agent, task("fix"));
        assertThat(failed.ended().exitCode()).hasValue(0);
        assertThat(failed.finalWord()).contains(FinalWord.ERROR);
        assertThat(failed.reply()).isEqualTo("Credit balance is too low");
        assertThat(run(agent, task("fix")).reply()).startsWith("--- a/x\n+++ b/x\n");
    }

    @Test
    void itCrashesAndKillsItself() throws Exception {
        script("""
                - {write: {half.txt: half}, stderr: 'Segmentation fault', exit: 3}
                - {end: killed}
                """);
        Agent agent = agent("claude");

        AgentResult crashed = run(agent, task("fix"));
        assertThat(crashed.ended().exitCode()).hasValue(3);
        assertThat(crashed.ended().stderr()).contains("Segmentation fault");
        assertThat(crashed.finalWord()).isEmpty();
        assertThat(workspace.resolve("half.txt")).exists();

        AgentResult killed = run(agent, task("fix"));
        assertThat(killed.ended().exitCode()).hasValue(137);
        assertThat(killed.conversation()).isPresent();
    }

    @Test
    void aStalledOneIsSilentUntilItsWatchdogEndsIt() throws Exception {
        script("- {end: stall, child: {stubborn: true}}");

        AgentResult result = run(
                agent("gemini"),
                task("fix")
                        .within(new ProcessLimits(
                                Duration.ofSeconds(60), Duration.ofSeconds(6), Duration.ofMillis(100))));

        assertThat(result.ended().ending()).isEqualTo(ProcessEnding.SILENT);
        assertThat(result.conversation()).isPresent();
    }

    @Test
    void muchTalkIsMuch() throws Exception {
        script("- {noise: 3000000, say: And done.}");
        long[] bytes = {0};

        AgentResult result = agent("claude").run(task("fix"), (stream, line) -> bytes[0] += line.length() + 1);

        assertThat(bytes[0]).isGreaterThan(3_000_000);
        assertThat(result.reply()).isEqualTo("And done.");
    }

    @Test
    void aScriptThatIsUsedUpSaysSo() throws Exception {
        script("- {when: only this}");

        AgentResult result = run(agent("command"), task("something else"));

        assertThat(result.ended().exitCode()).hasValue(70);
        assertThat(result.ended().stderr()).contains("no turn left", "agent.yaml.state");
    }

    @Test
    void manyAtOnceShareTheScriptWithoutTakingATurnTwice() throws Exception {
        script("""
                state: counted
                turns:
                  - {say: one}
                  - {say: two}
                  - {say: three, times: 2}
                """);
        Agent agent = agent("command");
        List<Future<AgentResult>> running = new ArrayList<>();
        List<String> replies = new ArrayList<>();
        try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                running.add(many.submit(() -> run(agent, task("go"))));
            }
            for (Future<AgentResult> one : running) {
                replies.add(one.get().reply().strip());
            }
        }

        assertThat(replies).containsExactlyInAnyOrder("one", "two", "three", "three");
        try (Stream<Path> calls = Files.list(folder.resolve("counted"))) {
            assertThat(calls.filter(file -> file.getFileName().toString().startsWith("call-")))
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(file).content().contains("\\\"task\\\":\\\"go\\\""));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'- {end: sulk}',                          'agent.yaml:1:9: end is done'",
        "'- {writes: {a: b}}',                      'did you mean write?'",
        "'- {end: lie, write: {a: b}}',            'a turn that lies writes nothing'",
        "'- {bad-diff: {file: a, kind: odd}}',     'kind odd is not known'",
        "'- {cost: cheap}',                        'cost must be dollars'",
        "'- {times: often}',                       'times must be a whole number'",
    })
    void aMistakeInAScriptIsNamedWithItsPlace(String yaml, String message) throws Exception {
        script(yaml);

        Cli result = Cli.run(
                "simulate", "agent", "--script", folder.resolve("agent.yaml").toString());

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains(message).doesNotContain("\tat ");
    }
}
