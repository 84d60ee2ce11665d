package dev.mulligan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.client.ClaudeAgent;
import dev.mulligan.agent.client.CodexAgent;
import dev.mulligan.agent.client.CommandAgent;
import dev.mulligan.agent.client.GeminiAgent;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.escalate.Money;
import dev.mulligan.failure.outcome.AgentEvidence;
import dev.mulligan.failure.outcome.AgentOutcome;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: small shell programs that behave like the real clients. */
@Timeout(60)
class AgentTest {

    @TempDir
    Path folder;

    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/bin:/bin", "ANTHROPIC_API_KEY", "sk-test", "DATABASE_PASSWORD", "hunter2");

    private String program(String body) throws Exception {
        Path file = folder.resolve("agent.sh");
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }

    private AgentTask task(String prompt) {
        return AgentTask.of(Prompt.first(prompt), folder);
    }

    private static AgentTask impatient(AgentTask task, Duration timeout, Duration silence) {
        return task.within(new ProcessLimits(timeout, silence, Duration.ofMillis(200)));
    }

    @Test
    void claudeCodeIsStartedHeadlessAndItsStreamIsFolded() throws Exception {
        String program = program("""
                echo "$@" > args.txt
                cat > prompt.txt
                echo '{"type":"system","subtype":"init","session_id":"s-1"}'
                echo 'a line that is not JSON'
                echo '{"type":"result","subtype":"success","is_error":false,"result":"All done.","session_id":"s-1","num_turns":3,"total_cost_usd":0.25,"usage":{"input_tokens":10,"output_tokens":20,"cache_read_input_tokens":30,"cache_creation_input_tokens":40},"permission_denials":[]}'
                """);
        List<String> lines = new CopyOnWriteArrayList<>();

        AgentResult result = new ClaudeAgent(program, ENVIRONMENT)
                .run(task("fix it").model("claude-opus-5-5").resuming("s-0"), (stream, line) -> lines.add(line));

        assertThat(folder.resolve("args.txt"))
                .content()
                .contains("-p --output-format stream-json --verbose --permission-mode acceptEdits")
                .contains("--model claude-opus-5-5 --resume s-0");
        assertThat(folder.resolve("prompt.txt")).hasContent("fix it");
        assertThat(result.reply()).isEqualTo("All done.");
        assertThat(result.conversation()).contains("s-1");
        assertThat(result.turns()).hasValue(3);
        assertThat(result.cost()).contains(Money.dollars(0.25));
        assertThat(result.usage().cacheWrite()).isEqualTo(40);
        assertThat(result.finalWord()).contains(AgentEvidence.FinalWord.SUCCESS);
        assertThat(lines).contains("a line that is not JSON");
    }

    @Test
    void claudeCodeKeepsTheSettingsThatDoNotBearItsName() throws Exception {
        String program = program("echo \"$DISABLE_TELEMETRY $DATABASE_PASSWORD\" > seen.txt");

        new ClaudeAgent(program, Map.of("PATH", "/usr/bin:/bin", "DISABLE_TELEMETRY", "1", "DATABASE_PASSWORD", "x"))
                .run(task("x"), OutputListener.NOBODY);

        assertThat(folder.resolve("seen.txt")).content().isEqualTo("1 \n");
    }

    @Test
    void anApiFailureThatCallsItselfSuccessIsNotOne() throws Exception {
        String program = program(
                "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"API Error: 529\",\"num_turns\":1}'; exit 0");

        AgentResult result = new ClaudeAgent(program, ENVIRONMENT).run(task("x"), OutputListener.NOBODY);

        assertThat(result.finalWord()).contains(AgentEvidence.FinalWord.ERROR);
        assertThat(AgentOutcome.of(result.evidence(Optional.of(true), true, passed(3))))
                .isNotInstanceOf(AgentOutcome.Success.class);
    }

    @Test
    void aDeniedToolIsNeverSuccess() throws Exception {
        String program = program(
                "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"All done.\",\"num_turns\":2,\"permission_denials\":[{\"tool_name\":\"Write\"}]}'");

        AgentResult result = new ClaudeAgent(program, ENVIRONMENT).run(task("x"), OutputListener.NOBODY);

        assertThat(result.denied()).containsExactly("Write");
        assertThat(AgentOutcome.of(result.evidence(Optional.of(true), true, passed(3))))
                .isNotInstanceOf(AgentOutcome.Success.class);
    }

    private static Optional<AgentEvidence.Check> passed(int checks) {
        return Optional.of(new AgentEvidence.Check(true, OptionalInt.of(checks)));
    }

    @Test
    void codexIsUnderstood() throws Exception {
        String program = program("""
                echo "$@" > args.txt
                echo '{"type":"thread.started","thread_id":"t-9"}'
                echo '{"type":"item.completed","item":{"type":"error","message":"Model metadata not found"}}'
                echo '{"type":"item.completed","item":{"type":"agent_message","text":"Fixed."}}'
                echo '{"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":60,"output_tokens":7}}'
                """);

        AgentResult result = new CodexAgent(program, ENVIRONMENT)
                .run(task("x").permitted(Permissions.EVERYTHING), OutputListener.NOBODY);

        assertThat(folder.resolve("args.txt")).content().contains("exec --json", "-s danger-full-access");
        assertThat(result.reply()).isEqualTo("Fixed.");
        assertThat(result.conversation()).contains("t-9");
        assertThat(result.usage().input()).isEqualTo(40);
        assertThat(result.finalWord()).contains(AgentEvidence.FinalWord.SUCCESS);
    }

    @Test
    void geminiIsUnderstood() throws Exception {
        String program = program("""
                echo '{"type":"init","session_id":"g-1"}'
                echo '{"type":"message","role":"assistant","content":"Half "}'
                echo '{"type":"message","role":"assistant","content":"done"}'
                echo '{"type":"result","status":"error","error":{"message":"quota"}}'
                exit 1
                """);

        AgentResult result = new GeminiAgent(program, ENVIRONMENT).run(task("x"), OutputListener.NOBODY);

        assertThat(result.reply()).isEqualTo("Half done");
        assertThat(result.finalWord()).contains(AgentEvidence.FinalWord.ERROR);
    }

    @Test
    void anyCommandGetsTheEnvelopeAsJson() throws Exception {
        Prompt prompt = Prompt.first("make it green")
                .after(new Prompt.RetryContext(
                        2, 3, "test_total: 25 != 30", Optional.of("diff"), "Look at the discount."));

        AgentResult result = new CommandAgent("mine", List.of("cat"), ENVIRONMENT, List.of())
                .run(AgentTask.of(prompt, folder), OutputListener.NOBODY);

        JsonObject envelope = Json.parseObject(result.reply());
        assertThat(envelope.text("task")).contains("make it green");
        JsonObject context = envelope.object("retryContext").orElseThrow();
        assertThat(context.members().keySet())
                .containsExactly("attempt", "maxAttempts", "lastError", "failedOutput", "hint");
        assertThat(context.integer("attempt")).hasValue(2);
    }

    @Test
    void theTextPromptStatesErrorOutputInstructionAndTask() {
        String text = Prompt.first("make it green")
                .after(new Prompt.RetryContext(
                        2, 3, "test_total: 25 != 30", Optional.of("return 25"), "Look at the discount."))
                .text(10_000);

        assertThat(text)
                .contains("attempt 2 of 3", "25 != 30", "return 25", "Do not repeat", "discount", "make it green");
        String bounded = Prompt.first("task")
                .after(new Prompt.RetryContext(2, 3, "e".repeat(1_000_000), Optional.of("o".repeat(1_000_000)), "h"))
                .text(1000);
        assertThat(bounded.length()).isLessThan(4200);
        assertThat(bounded).endsWith("task");
    }

    @Test
    void onlyAllowedVariablesReachTheAgent() throws Exception {
        AgentResult unnamed = new CommandAgent("env", List.of("env"), ENVIRONMENT, List.of())
                .run(task("x").environment(Map.of("EXTRA", "1")), OutputListener.NOBODY);
        assertThat(unnamed.reply()).contains("EXTRA=1").doesNotContain("sk-test", "hunter2");

        AgentResult named = new CommandAgent("env", List.of("env"), ENVIRONMENT, List.of("ANTHROPIC_API_KEY"))
                .run(task("x"), OutputListener.NOBODY);
        assertThat(named.reply()).contains("ANTHROPIC_API_KEY=sk-test").doesNotContain("hunter2");

        String program = program("env > seen.txt");
        Map<String, String> both =
                Map.of("PATH", "/usr/bin:/bin", "ANTHROPIC_API_KEY", "a-key", "OPENAI_API_KEY", "o-key");
        new CodexAgent(program, both).run(task("x"), OutputListener.NOBODY);
        assertThat(folder.resolve("seen.txt")).content().contains("o-key").doesNotContain("a-key");
    }

    @Test
    void silenceAndSlownessAreEndedWithTheWholeFamily() throws Exception {
        String stalls = program("echo started; sleep 300 & echo $! > child.pid; sleep 300");

        AgentResult silent = new CommandAgent("a", List.of(stalls), ENVIRONMENT, List.of())
                .run(impatient(task("x"), Duration.ofSeconds(30), Duration.ofMillis(700)), OutputListener.NOBODY);
        assertThat(silent.ended().ending()).isEqualTo(ProcessEnding.SILENT);
        assertThat(silent.reply()).contains("started");
        assertGone("child.pid");

        String talks = program("while true; do echo still here; sleep 0.1; done");
        AgentResult slow = new CommandAgent("a", List.of(talks), ENVIRONMENT, List.of())
                .run(impatient(task("x"), Duration.ofMillis(900), Duration.ofSeconds(30)), OutputListener.NOBODY);
        assertThat(slow.ended().ending()).isEqualTo(ProcessEnding.TIMED_OUT);
    }

    @Test
    void whatAnAgentLeavesRunningEndsWithIt() throws Exception {
        String leaves = program("nohup sleep 300 > /dev/null 2>&1 & echo $! > orphan.pid; echo done");

        AgentResult result =
                new CommandAgent("a", List.of(leaves), ENVIRONMENT, List.of()).run(task("x"), OutputListener.NOBODY);

        assertThat(result.ended().exitCode()).hasValue(0);
        assertGone("orphan.pid");
    }

    private void assertGone(String pidFile) throws Exception {
        long pid = Long.parseLong(Files.readString(folder.resolve(pidFile)).strip());
        boolean gone = ProcessHandle.of(pid)
                .map(handle -> {
                    try {
                        handle.onExit().get(5, TimeUnit.SECONDS);
                        return true;
                    } catch (Exception e) {
                        return false;
                    }
                })
                .orElse(true);
        assertThat(gone).isTrue();
    }

    @Test
    void anInterruptEndsTheAgent() throws Exception {
        String stalls = program("echo $$ > agent.pid; echo ready; sleep 300");
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                new CommandAgent("a", List.of(stalls), ENVIRONMENT, List.of())
                        .run(
                                impatient(task("x"), Duration.ofMinutes(5), Duration.ofMinutes(5)),
                                (s, line) -> ready.countDown());
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        assertThat(ready.await(20, TimeUnit.SECONDS)).isTrue();

        thread.interrupt();

        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertGone("agent.pid");
    }

    @Test
    void endlessOutputIsBounded() throws Exception {
        AgentResult result = new CommandAgent(
                        "a",
                        List.of("sh", "-c", "echo first; head -c 60000000 /dev/zero | tr '\\0' x; echo; echo last"),
                        ENVIRONMENT,
                        List.of())
                .run(task("x"), OutputListener.NOBODY);

        assertThat(result.ended().stdout())
                .startsWith("first")
                .endsWith("last\n")
                .contains("left out");
        assertThat(result.ended().stdout().length()).isLessThan(5 * 1024 * 1024);
    }

    @Test
    void aMissingProgramIsSaidPlainly() throws Exception {
        AgentResult result = new CommandAgent("a", List.of("/no/such/agent"), ENVIRONMENT, List.of())
                .run(task("x"), OutputListener.NOBODY);

        assertThat(result.ended().exitCode().orElse(127)).isNotZero();
        assertThat(result.ended().stderr()).contains("/no/such/agent");
    }
}
