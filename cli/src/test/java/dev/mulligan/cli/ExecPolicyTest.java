package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often {@code mulligan exec} tries: flags over the environment over files over what is built in. */
@Timeout(120)
class ExecPolicyTest {

    private static final String COUNTED = "echo x >> runs; ";

    @TempDir
    Path folder;

    private Path project;
    private Path config;

    @BeforeEach
    void aProject() throws Exception {
        project = Files.createDirectory(folder.resolve("shop"));
        config = Files.writeString(folder.resolve("mulligan.yaml"), """
                stages:
                  build: {backoff: fixed, base: 1ms, cap: 3ms, maxAttempts: 3, retryText: [PROXYBUSY]}
                  test: {maxAttempts: 5}
                  custom: {maxAttempts: 4}
                """);
    }

    private Cli exec(String kind, String script, String... flags) {
        List<String> all = new ArrayList<>(List.of("exec", "--workspace", project.toString(), "--operation", kind));
        all.addAll(List.of(flags));
        all.addAll(List.of("--", "sh", "-c", script));
        return Cli.run(all.toArray(String[]::new));
    }

    private long runs() throws Exception {
        return Files.readAllLines(project.resolve("runs")).size();
    }

    @Test
    void theStagesTextsAndAttemptsHold() throws Exception {
        Cli built = exec(
                "build",
                COUNTED + "echo compiling; echo the PROXYBUSY again; echo stopped; exit 1",
                "--config",
                config.toString());

        assertThat(built.exit()).isEqualTo(1);
        assertThat(built.err()).contains("(attempt 1 of 3)").contains("failed after 3 attempts");
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void whatNoPolicyNamesIsNotRepeated() throws Exception {
        assertThat(exec("build", COUNTED + "echo broken; exit 1", "--config", config.toString())
                        .err())
                .contains("failed after 1 attempt:");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void aFlagLiesOverTheStageAndTheStageSaysForACustomOperation() {
        String of = "exit 0";
        assertThat(exec("test", of, "--config", config.toString()).err()).contains("(attempt 1 of 5)");
        assertThat(exec("custom", of, "--config", config.toString()).err()).contains("(attempt 1 of 4)");
        assertThat(exec("test", of, "--config", config.toString(), "--max-attempts", "2")
                        .err())
                .contains("(attempt 1 of 2)");
        assertThat(exec("test", of).err()).contains("(attempt 1 of 3)");
    }

    @Test
    void theEnvironmentLiesOverTheFiles() throws Exception {
        Files.copy(config, project.resolve("mulligan.yaml"));
        ProcessBuilder program = new ProcessBuilder(
                        MulliganProcess.command(folder, "exec", "--operation", "test", "--", "true"))
                .directory(project.toFile())
                .redirectErrorStream(true);
        program.environment().put("MULLIGAN_MAX_ATTEMPTS", "6");
        Process process = program.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("(attempt 1 of 6)");
    }

    @Test
    void aCauseThatPassesByItselfUsesAttemptsUpAndTheLastIsLeftToTheAgent() throws Exception {
        Files.writeString(project.resolve("state"), "0");
        Cli done = exec(
                "test",
                COUNTED + "echo 'npm error code ECONNRESET' >&2; exit 1",
                "--max-attempts",
                "3",
                "--agent",
                "echo x >> ../fixes; echo y >> state");

        assertThat(done.exit()).isEqualTo(1);
        assertThat(runs()).as(done.err()).isEqualTo(3);
        assertThat(Files.readAllLines(folder.resolve("fixes"))).hasSize(1);
        assertThat(done.err()).contains("(attempt 3 of 3)").contains("failed after 3 attempts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "52"})
    void aNumberThatIsNoneIsRefused(String attempts) {
        Cli refused = exec("test", COUNTED, "--max-attempts", attempts);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("--max-attempts " + attempts + " is not a number of attempts");
        assertThat(project.resolve("runs")).doesNotExist();
    }

    @Test
    void aTimeLimitIsCalledThat() {
        Cli late = exec("test", "sleep 20", "--timeout", "1s");
        assertThat(late.exit()).isEqualTo(1);
        assertThat(late.err())
                .contains("took too long", "(attempt 1/3): it took longer than --timeout")
                .doesNotContain("printed nothing");
    }

    @Test
    void namesAndPathsThatMeanNothingAreRefused() {
        assertThat(exec("test", COUNTED, "--env", "A B").err()).contains("--env 'A B' is not the name of a variable");
        assertThat(exec("test", COUNTED, "--env", "MULLIGAN_TOKEN").err()).contains("given to nobody");
        assertThat(exec("test", COUNTED, "--forbid", "../x").err()).contains("--forbid '../x' is not a path in");
        assertThat(exec("test", COUNTED, "--forbid", "/etc").err()).contains("--forbid '/etc' is not a path in");
        assertThat(project.resolve("runs")).doesNotExist();
    }

    @Test
    void aPathMayBeForbiddenInAnySpelling() throws Exception {
        Files.createDirectory(project.resolve("tests"));
        Files.writeString(project.resolve("tests/a"), "1");
        exec("custom", "exit 1", "--max-attempts", "2", "--forbid", "./tests/", "--agent", "echo 2 > tests/a");
        assertThat(project.resolve("tests/a")).hasContent("1");
    }

    @Test
    void aNameWithALineBreakStaysOnOneLine() throws Exception {
        Cli done = exec(
                "custom",
                "test -f \"$(printf 'a\\nb')\"",
                "--max-attempts",
                "2",
                "--agent",
                "printf x > \"$(printf 'a\\nb')\"");
        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(done.err())
                .contains("  changed \"a\\nb\"")
                .contains("changed: \"a\\nb\"")
                .doesNotContain("a\nb");
    }

    @Test
    void nothingIsSaidToBeLearntWhereNothingIsKept() {
        Cli done = exec("test", "exit 1", "--no-record");
        assertThat(done.exit()).isEqualTo(1);
        assertThat(done.err()).doesNotContain("learnt:");
        assertThat(exec("test", "exit 1", "--no-record", "--json").out()).doesNotContain("learning_record_id");
    }

    @Test
    void aWorkspaceThatIsNoFolderIsRefusedAndNeverMade() throws Exception {
        Path typo = folder.resolve("shpo");
        Path file = Files.writeString(folder.resolve("file"), "text");
        for (String[] command : List.of(
                new String[] {"exec", "--workspace", "WHERE", "--", "true"},
                new String[] {"exec", "--no-record", "--workspace", "WHERE", "--", "true"},
                new String[] {"patch", "--workspace", "WHERE", "--answer", file.toString()},
                new String[] {"checkpoint", "list", "--workspace", "WHERE"},
                new String[] {"checkpoint", "create", "--workspace", "WHERE"},
                new String[] {"trust", "WHERE"})) {
            assertRefused(command, typo, "there is no folder " + typo);
            assertRefused(command, file, file + " is a file, not a folder");
        }
        assertThat(typo).doesNotExist();
        assertThat(file).hasContent("text");
    }

    private static void assertRefused(String[] command, Path where, String why) {
        String[] whole = List.of(command).stream()
                .map(word -> word.replace("WHERE", where.toString()))
                .toArray(String[]::new);
        Cli refused = Cli.run(whole);
        assertThat(refused.exit()).as(String.join(" ", whole)).isEqualTo(2);
        assertThat(refused.err()).startsWith("mulligan: " + why);
    }
}
