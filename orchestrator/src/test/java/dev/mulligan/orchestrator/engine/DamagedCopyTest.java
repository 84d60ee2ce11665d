package dev.mulligan.orchestrator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.PatchEvent.PatchApplyFailed;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.StepEvent.StepFinished;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that leave their copy in a state in which nobody could work. That costs them an attempt, and nobody a step. */
class DamagedCopyTest {

    private static final String FIRST = "if [ $N = 1 ]; then ";
    private static final String THEN = "; exit; fi; ";

    @TempDir
    Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(folder);
        scene.file("work.txt", "start\n").file("src/deep.txt", "deep\n").commit();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    /** The agent's first attempt does damage and its second one works. */
    private String passes(String damage, String work) throws Exception {
        String runId = scene.run("""
                name: damage
                agents: {%s}
                steps:
                  - {id: it, prompt: Do it, verify: grep -q done work.txt && test -f src/deep.txt}
                """.formatted(scene.agent("coder", FIRST + damage + THEN + work)));
        assertThat(scene.end(runId).success())
                .as(() -> scene.types(runId).toString())
                .isTrue();
        assertThat(scene.calls("coder")).isEqualTo(2);
        assertThat(scene.read("work.txt")).isEqualTo("done\n");
        // Nobody died, so no other worker took over.
        assertThat(scene.events(runId, RunResumed.class)).isEmpty();
        return runId;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf .git; echo x > work.txt",
                "printf x > .git/index; echo x > work.txt",
                "rm -rf .git *; echo 'connection reset by peer' >&2; exit 1",
                "rm -rf \"$PWD\"; echo 'connection reset by peer' >&2; exit 1"
            })
    void anAgentThatRemovesGitOrTheFolderHasMadeOneAttempt(String damage) throws Exception {
        passes(damage, "git log -1 > \"$OUT/log\" && echo done > work.txt");
        assertThat(scene.git("status", "--porcelain")).isEqualTo(" M work.txt\n");
    }

    @Test
    void aFileWhoseNameCannotBeReadIsTheAttemptsFault() throws Exception {
        String runId = passes("echo x > \"$(printf 'bad\\377name')\"", "echo done > work.txt");
        assertThat(scene.events(runId, PatchApplyFailed.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo("UNREADABLE_NAME"));
        assertThat(scene.prompt("coder", 2)).contains("cannot be read here");
    }

    @Test
    void aFileOfTheUsersWhoseNameCannotBeReadIsNamedAtOnce() throws Exception {
        assertThat(new ProcessBuilder(
                                "sh", "-c", "echo x > \"$(printf 'bad\\377name')\"; git add -A; git commit -qm odd")
                        .directory(scene.root.toFile())
                        .start()
                        .waitFor())
                .isZero();
        String runId = scene.run("name: damage\nagents: {" + scene.agent("coder", "echo done > work.txt")
                + "}\nsteps:\n  - {id: it, prompt: Do it, verify: 'true'}\n");

        assertThat(scene.end(runId).success()).isFalse();
        assertThat(scene.calls("coder")).isZero();
        assertThat(scene.events(runId, StepFinished.class))
                .singleElement()
                .satisfies(end ->
                        assertThat(end.failure().orElseThrow().message()).contains("cannot be read here; rename it"));
        // Tried again it would be the same.
        assertThat(scene.events(runId, RunResumed.class)).isEmpty();
    }

    @Test
    void anAttemptThatStartsOverFindsGitAsTheFirstOneDid() throws Exception {
        passes(
                "git checkout -q -b mine; echo x > work.txt; git add -A; touch .git/index.lock;"
                        + " echo 'connection reset by peer' >&2; exit 1",
                "git checkout -q -b mine && echo done > work.txt && git add -A && git commit -qm done || exit 1");
    }

    @Test
    void anAttemptThatBrokeOffHereIsNotBlamedOnALostWorker() throws Exception {
        ReadOnlyFolder objects = new ReadOnlyFolder(scene.root.resolve(".git/objects"));
        String agent = scene.agent("coder", "for n in 1 2 3 4 5; do echo $n > new$n.txt; done; " + objects.command());
        try (objects) {
            String runId = scene.run(
                    "name: damage\nagents: {" + agent + "}\nsteps:\n  - {id: it, prompt: Do it, verify: 'true'}\n");
            Assumptions.assumeFalse(objects.isWritable(), "this system has no way to forbid its own user to write");
            assertThat(scene.end(runId).success()).isFalse();
            assertThat(scene.events(runId, RunResumed.class))
                    .isNotEmpty()
                    .allSatisfy(again -> assertThat(again.by())
                            .startsWith("this worker: the attempt of step it broke off (")
                            .endsWith(") and starts over"));
        }
    }
}
