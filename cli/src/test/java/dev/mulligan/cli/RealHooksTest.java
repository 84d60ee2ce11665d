package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hooks under {@code examples/} in the real Claude Code. Run with {@code mvn -Pclients verify -pl cli -am
 * -Dtest=RealHooksTest -Dsurefire.failIfNoSpecifiedTests=false}; needs npm with a registry, and the right to make a
 * network namespace.
 */
@Tag("clients")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RealHooksTest {

    @TempDir
    Path folder;

    @Test
    void aFailedToolIsExplainedAndTheAgentMayStopOnlyWhenTheCheckPasses() throws Exception {
        Path hooks = Path.of(System.getProperty("mulligan.root", ".."))
                .resolve("examples/hooks")
                .toAbsolutePath()
                .normalize();
        JsonObject told = ClientPrograms.isolated(
                HookTrial.class,
                folder.resolve("errors"),
                ClientPrograms.installed(PlanClient.CLAUDE).toString(),
                folder.toString(),
                hooks.toString());

        List<String> requests =
                told.list("requests").stream().map(String::valueOf).toList();
        System.out.println("requests: " + requests.size() + ", said: " + told.text("said", ""));
        assertThat(told.integer("exit")).hasValue(0);
        assertThat(folder.resolve("project/state.txt")).hasContent("mended");
        assertThat(requests)
                .as("what kind of failure the tool met reached the model")
                .anyMatch(body -> body.contains("Mulligan:") && body.contains("network"));
        assertThat(requests)
                .as("the model was told what still fails instead of being let go")
                .anyMatch(body -> body.contains("before you stop") && body.contains("state is broken"));
    }
}
