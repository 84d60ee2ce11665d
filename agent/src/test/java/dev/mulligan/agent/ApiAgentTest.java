package dev.mulligan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.SimRequest;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.wire.SimulatedReply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers as agents, against the simulated provider. */
class ApiAgentTest {

    private static final String KEY = "sk-ant-a-key-for-this-test-only";

    @TempDir
    Path folder;

    private AgentResult run(ProviderSimulator provider, String wire) throws Exception {
        Files.writeString(folder.resolve("sum.py"), "def add(a, b):\n    return a - b\n");
        ApiAgent agent = new ApiAgent(
                "model",
                wire,
                Optional.of(provider.url()),
                "claude-haiku-4-5",
                Map.of("ANTHROPIC_API_KEY", KEY, "OPENAI_API_KEY", KEY));
        AgentTask task = AgentTask.of(Prompt.first("Mend add"), folder)
                .temperature(0.25)
                .environment(Map.of("MULLIGAN_SESSION", "r1-s1"));
        return agent.run(task, OutputListener.NOBODY);
    }

    @Test
    void theFilesAreInThePromptAndTheAnswerComesBackWithItsCost() throws Exception {
        for (String wire : List.of("anthropic", "openai")) {
            try (ProviderSimulator provider =
                    ProviderSimulator.start(Script.healthy(), (w, body) -> SimulatedReply.text("a diff\nof lines"))) {
                AgentResult result = run(provider, wire);

                assertThat(result.reply()).isEqualTo("a diff\nof lines");
                assertThat(result.finalWord()).contains(FinalWord.SUCCESS);
                assertThat(result.usage().output()).isPositive();
                assertThat(result.cost()).isPresent();
                SimRequest request = provider.requests().getFirst();
                assertThat(new String(request.body(), StandardCharsets.UTF_8))
                        .contains("return a - b")
                        .contains("\"temperature\":0.25");
                assertThat(request.header("x-session-id")).contains("r1-s1");
                assertThat(result.command()).doesNotContain(KEY);
            }
        }
    }

    @Test
    void whatGoesWrongIsNeverAnAnswer() throws Exception {
        List<Fault> faults = new ArrayList<>(List.of(
                new Fault.Status(529, Map.of()),
                new Fault.ErrorEvent(Fault.Where.AFTER_CONTENT, "overloaded_error"),
                new Fault.CutStream(Fault.Where.AFTER_CONTENT),
                new Fault.NoTerminator(),
                new Fault.MalformedEvent(Fault.Where.AFTER_CONTENT),
                new Fault.ResetBeforeHeaders(),
                new Fault.EmptyBody()));
        for (Fault fault : faults) {
            try (ProviderSimulator provider =
                    ProviderSimulator.start(Script.always(fault), (w, body) -> SimulatedReply.text("half"))) {
                AgentResult result = run(provider, "anthropic");

                assertThat(result.ended().exitCode()).as(fault.toString()).hasValue(1);
                assertThat(result.finalWord()).as(fault.toString()).contains(FinalWord.ERROR);
                assertThat(result.ended().stderr()).as(fault.toString()).startsWith("API Error: ");
            }
        }
    }

    @Test
    void aStatedWaitIsPassedOn() throws Exception {
        try (ProviderSimulator provider = ProviderSimulator.start(
                Script.always(new Fault.Status(429, Map.of("retry-after", "7"))),
                (w, body) -> SimulatedReply.text("x"))) {
            assertThat(run(provider, "anthropic").answer().map(Evidence::toString))
                    .hasValueSatisfying(answer -> assertThat(answer).contains("retry-after=7"));
        }
    }

    private String sent() throws Exception {
        try (ProviderSimulator provider =
                ProviderSimulator.start(Script.healthy(), (w, body) -> SimulatedReply.text("done"))) {
            run(provider, "anthropic");
            return new String(provider.requests().getFirst().body(), StandardCharsets.UTF_8);
        }
    }

    private void write(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void secretsAndOthers() throws Exception {
        write(".gitignore", "local.conf\n*.log\n/private/\n");
        for (String name : List.of(
                ".env",
                ".env.production",
                "deploy/server.pem",
                "deploy/id_rsa",
                "infra/prod.tfvars",
                ".npmrc",
                "config/secrets.yml",
                "service-account-7.json")) {
            write(name, "canary-in-" + name.replace('/', '-'));
        }
        for (String name : List.of("local.conf", "deep/run.log", "private/notes.txt")) {
            write(name, "ignored-canary");
        }
        write("settings.py", "TOKEN = 'gh" + "p_A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8'\n");
        write("Credentials.java", "class Credentials {}");
        write(".env.example", "KEY=fill-me-in");
    }

    @Test
    void neitherIgnoredFilesNorSecretsLeaveTheMachine() throws Exception {
        secretsAndOthers();
        for (boolean repository : new boolean[] {false, true}) {
            if (repository) {
                // A setting that would run a program, as a clone might bring it.
                String marker = folder.resolve("ran").toString();
                assertThat(new ProcessBuilder(
                                        "sh",
                                        "-c",
                                        "git init -q && git config core.fsmonitor 'touch " + marker
                                                + "; false' && git add -f .env && echo deep-ignored > deep/.gitignore")
                                .directory(folder.toFile())
                                .start()
                                .waitFor())
                        .isZero();
                write("deep/deep-ignored", "ignored-canary");
                Files.deleteIfExists(folder.resolve("ran"));
            }
            assertThat(sent())
                    .as("in a repository: %s", repository)
                    .contains("return a - b", "class Credentials", "fill-me-in")
                    .contains("Not shown", "settings.py", "deploy/id_rsa")
                    .doesNotContain("canary-in-", "ignored-canary", "A1b2C3d4E5f6", "local.conf=", "private/notes.txt");
            assertThat(folder.resolve("ran")).doesNotExist();
        }
    }
}
