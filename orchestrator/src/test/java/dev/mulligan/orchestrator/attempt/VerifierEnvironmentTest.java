package dev.mulligan.orchestrator.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.orchestrator.plan.VerifySpec;
import dev.mulligan.orchestrator.run.AttemptListener;
import dev.mulligan.orchestrator.run.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifierEnvironmentTest {

    @TempDir
    Path folder;

    @Test
    void whatChecksAnAgentsWorkSeesNoKeys() throws Exception {
        Map<String, String> ours = new HashMap<>(Map.of("PATH", System.getenv("PATH"), "MULLIGAN_STEP", "r/s"));
        for (String secret : List.of("GITHUB_TOKEN", "ANTHROPIC_API_KEY", "MULLIGAN_TOKEN", "NODE_AUTH_TOKEN")) {
            ours.put(secret, "canary");
        }
        Verifier verifier = new Verifier(
                ours,
                List.of(),
                ProcessLimits.STANDARD,
                name -> {
                    throw new AssertionError("no agent is asked");
                },
                Classifier.standard(),
                AttemptListener.NOBODY,
                Machine.real().commands());

        verifier.verify(Optional.of(new VerifySpec(List.of("env > seen"), Optional.empty())), folder, "task", "change");

        assertThat(Files.readString(folder.resolve("seen")))
                .contains("MULLIGAN_STEP=r/s")
                .doesNotContain("canary");
    }
}
