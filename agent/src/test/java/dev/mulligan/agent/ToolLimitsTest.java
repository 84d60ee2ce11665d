package dev.mulligan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.client.ClaudeAgent;
import dev.mulligan.agent.client.CodexAgent;
import dev.mulligan.agent.client.GeminiAgent;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that print what the real clients print of their tools. */
@Timeout(60)
class ToolLimitsTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

    @TempDir
    Path folder;

    private String program(String body) throws Exception {
        Path file = folder.resolve("agent.sh");
        Files.writeString(file, "#!/bin/sh\ncat > /dev/null\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }

    private AgentResult run(Agent agent, ToolLimits limits) throws InterruptedException {
        return agent.run(AgentTask.of(Prompt.first("x"), folder).bounding(limits), OutputListener.NOBODY);
    }

    private static ToolLimits longest(String tool, Duration most) {
        return new ToolLimits(Map.of(tool, new ToolLimits.Limit(Optional.of(most), OptionalInt.empty())));
    }

    private static ToolLimits failures(String tool, int most) {
        return new ToolLimits(Map.of(tool, new ToolLimits.Limit(Optional.empty(), OptionalInt.of(most))));
    }

    private static String claudeCall(String id, String tool, String error) {
        return "echo '{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id
                + "\",\"name\":\"" + tool + "\",\"input\":{}}]}}'\n"
                + (error.isEmpty()
                        ? ""
                        : "echo '{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\""
                                + id + "\",\"is_error\":" + error + ",\"content\":\"x\"}]}}'\n");
    }

    @Test
    void aCallThatTakesTooLongEndsTheAgent() throws Exception {
        String program = program(claudeCall("t1", "Bash", "") + "sleep 40\n");

        AgentResult result = run(new ClaudeAgent(program, ENVIRONMENT), longest("bash", Duration.ofMillis(200)));

        assertThat(result.ended().ending()).isEqualTo(ProcessEnding.TOOL_TIMED_OUT);
        assertThat(result.reply()).isEqualTo("a call of the tool Bash took longer than the 200 ms its policy allows");
    }

    @Test
    void callsThatEndAndOtherToolsHaveAllTheTimeOfTheAttempt() throws Exception {
        String program = program(claudeCall("t1", "Bash", "false") + claudeCall("t2", "Read", "")
                + "sleep 0.5\necho '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"ok\"}'\n");

        AgentResult result = run(new ClaudeAgent(program, ENVIRONMENT), longest("bash", Duration.ofMillis(100)));

        assertThat(result.ended().ending()).isEqualTo(ProcessEnding.EXITED);
        assertThat(result.reply()).isEqualTo("ok");
    }

    @Test
    void aToolThatFailedAsOftenAsItMayEndsTheAgent() throws Exception {
        String program = program(claudeCall("t1", "Bash", "true") + claudeCall("t2", "Bash", "false")
                + claudeCall("t3", "Bash", "true") + claudeCall("t4", "Read", "true") + claudeCall("t5", "Bash", "true")
                + "sleep 40\n");

        AgentResult result = run(new ClaudeAgent(program, ENVIRONMENT), failures("Bash", 2));

        assertThat(result.ended().ending()).isEqualTo(ProcessEnding.TOOL_FAILED);
        assertThat(result.reply()).startsWith("the tool Bash failed 2 times in a row");
    }

    @Test
    void geminiAndCodexTellOfTheirToolsInTheirOwnWords() throws Exception {
        String gemini = program("""
                echo '{"type":"tool_use","tool_name":"run_shell_command","tool_id":"a"}'
                echo '{"type":"tool_result","tool_id":"a","status":"error"}'
                sleep 40
                """);
        assertThat(run(new GeminiAgent(gemini, ENVIRONMENT), failures("run_shell_command", 1))
                        .ended()
                        .ending())
                .isEqualTo(ProcessEnding.TOOL_FAILED);

        String codex = program("""
                echo '{"type":"item.started","item":{"id":"i0","type":"command_execution","status":"in_progress"}}'
                echo '{"type":"item.completed","item":{"id":"i0","type":"command_execution","exit_code":1,"status":"failed"}}'
                echo '{"type":"item.started","item":{"id":"i1","type":"mcp_tool_call","tool":"deploy","status":"in_progress"}}'
                echo '{"type":"item.completed","item":{"id":"i1","type":"mcp_tool_call","tool":"deploy","status":"failed"}}'
                sleep 40
                """);
        assertThat(run(new CodexAgent(codex, ENVIRONMENT), failures("deploy", 1))
                        .reply())
                .contains("deploy");
    }
}
