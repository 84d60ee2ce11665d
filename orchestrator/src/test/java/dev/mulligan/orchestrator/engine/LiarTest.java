package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.StepEvent.StepFinished;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and verifiers that claim what is not so. None of it is ever a success. */
class LiarTest {

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

    private StepFinished end(String agentBody, String verify, String more) throws Exception {
        String runId = scene.run("""
                name: lie
                level: L1
                agents:
                  %s
                %s
                steps:
                  - {id: it, prompt: Do it, verify: %s, policy: {maxAttempts: 1}}
                """.formatted(scene.agent("coder", agentBody), more.indent(2), verify));
        assertThat(scene.end(runId).success()).isFalse();
        StepFinished step = scene.events(runId, StepFinished.class).getFirst();
        assertThat(step.success()).isFalse();
        return step;
    }

    private static String said(String subtype, boolean error) {
        return "echo '{\"type\":\"result\",\"subtype\":\"" + subtype + "\",\"is_error\":" + error
                + ",\"num_turns\":1,\"result\":\"All done.\",\"session_id\":\"s\"}'";
    }

    @Test
    void exitZeroWithoutWork() throws Exception {
        assertThat(end("echo 'I have fixed everything.'", "'true'", "").outcome())
                .isEqualTo("not_applicable");
    }

    @Test
    void aResultThatSaysSuccessAndIsAnError() throws Exception {
        assertThat(end("echo x > work.txt; " + said("success", true), "'true'", "")
                        .outcome())
                .isEqualTo("agent_failed");
        assertThat(scene.read("work.txt")).isEqualTo("start\n");
    }

    @Test
    void anAgentThatStoppedAtItsLimit() throws Exception {
        assertThat(end("echo x > work.txt; " + said("error_max_turns", false), "'true'", "")
                        .outcome())
                .isEqualTo("agent_failed");
    }

    @Test
    void anAgentThatWasNotAllowedToWork() throws Exception {
        String denied = "echo x > work.txt; echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,"
                + "\"num_turns\":2,\"result\":\"Done\",\"permission_denials\":[{\"tool_name\":\"Bash\"}]}'";
        assertThat(end(denied, "'true'", "").outcome()).isEqualTo("agent_failed");
    }

    @Test
    void anAgentThatDiedHalfWay() throws Exception {
        assertThat(end("echo half > work.txt; kill -9 $$", "'true'", "").outcome())
                .isEqualTo("agent_failed");
        assertThat(scene.read("work.txt")).isEqualTo("start\n");
    }

    @Test
    void testsThatPassBecauseThereAreNone() throws Exception {
        scene.file("none.sh", "printf '1..0\\n# tests 0\\n# pass 0\\n# fail 0\\n'\n")
                .commit();
        assertThat(end("echo x > work.txt", "'sh none.sh'", "").outcome()).isEqualTo("no_evidence");
    }

    @Test
    void testsThatFailBehindAPipe() throws Exception {
        scene.file("piped.sh", "echo 'FAILED t.py::x - assert 1 == 2'; echo '=== 2 failed, 1 passed in 0.1s ==='\n")
                .commit();
        assertThat(end("echo x > work.txt", "'sh piped.sh'", "").outcome()).isEqualTo("no_evidence");
        assertThat(scene.read("work.txt")).isEqualTo("start\n");
    }

    @Test
    void aReviewerThatMentionsPassing() throws Exception {
        String reviewer = scene.agent("critic", "echo 'It does not PASS my review. PASS would need tests.'");
        assertThat(end("echo x > work.txt", "{reviewer: critic}", reviewer).outcome())
                .isEqualTo("no_evidence");
    }

    @Test
    void aStepThatNobodyVerifies() throws Exception {
        String runId = scene.run("""
                name: unverified
                agents: {%s}
                steps:
                  - {id: it, prompt: Do it}
                """.formatted(scene.agent("coder", "echo x > work.txt")));
        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.events(runId, StepFinished.class).getFirst().outcome()).isEqualTo("no_evidence");
    }
}
