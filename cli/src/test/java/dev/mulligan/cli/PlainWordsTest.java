package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.cli.run.ShellPrograms;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands say is a sentence for the person who typed them, and the same word everywhere for the same thing. */
class PlainWordsTest {

    @TempDir
    Path folder;

    private Cli run(String... arguments) {
        List<String> place = List.of("--home", folder.resolve(".mulligan").toString());
        return Cli.run(Stream.concat(Stream.of(arguments), place.stream()).toArray(String[]::new));
    }

    private Path plan(String agent, String verify) throws IOException {
        Path script = Files.writeString(folder.resolve("agent.sh"), agent);
        return Files.writeString(folder.resolve("plan.yaml"), """
                name: words
                level: L1
                agents: {coder: {command: [sh, '%s']}}
                steps: [{id: first, prompt: Do it, verify: "%s"}]
                """.formatted(script, verify));
    }

    @Test
    void aVerifiersProgramThatIsNotHereIsANoticeAndNoRefusal() throws Exception {
        Path plan = plan("cat > /dev/null; echo done > work.txt\n", "test -f work.txt && npn test");

        Cli checked = Cli.run("plan", "check", plan.toString());
        Cli ran = run("run", plan.toString());

        assertThat(checked.exit()).as(checked.err()).isZero();
        assertThat(checked.out())
                .contains("notice: verify: test -f work.txt && npn test: npn is not installed, or not on the PATH");
        assertThat(Json.parseObject(Cli.run("plan", "check", plan.toString(), "--json")
                                .out()
                                .strip())
                        .list("notices"))
                .hasSize(1);
        assertThat(ran.err()).contains("notice: ", "npn is not installed");
        assertThat(ran.exit()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "npn test → npn",
                "CI=1 npn test -- --run='a; b' 2>&1 → npn",
                "cd web && npn ci && pytest -q → npn pytest",
                "npn test # or: yarn test; jest → npn",
                "npn test || yarn test → ''",
                "command -v npn && npn → npn",
                "if npn; then true; fi → ''",
                "PATH=./bin:$PATH npn → ''",
                "export PATH=x; npn → ''",
                "f() { true; }; f → ''",
                "./gradlew test → ''",
                "$RUNNER test → ''",
                ". ./env.sh && npn → ''"
            })
    void onlyWhatAShellWouldLookForIsNamed(String line, String names) {
        assertThat(String.join(" ", ShellPrograms.in(line))).isEqualTo(names);
    }

    @Test
    void aRunStandsInTheSameWordEverywhere() throws Exception {
        Path plan = plan("cat > /dev/null; echo done > work.txt\n", "test -f work.txt");
        run("run", plan.toString());

        assertThat(run("status").out()).contains("passed");
        assertThat(run("history").out()).contains("passed").doesNotContain("succeeded");
        assertThat(run("history", "--status", "passed").out()).contains("passed");
        assertThat(run("history", "--status", "succeeded").out())
                .as("the word of earlier versions finds the same")
                .isEqualTo(run("history", "--status", "passed").out());
        assertThat(run("history", "--status", "interrupted").out()).contains("No run here is interrupted.");
    }

    @Test
    void aKilledRunIsInterruptedAndACancelledOnesStepIsStopped() throws Exception {
        Path plan = plan("cat > /dev/null; touch begun; sleep 60\n", "true");
        KilledProgram.run(
                folder,
                folder.resolve("begun"),
                List.of(
                        "run",
                        plan.toString(),
                        "--home",
                        folder.resolve(".mulligan").toString()));

        for (String command : List.of("status", "history")) {
            assertThat(run(command).out()).as(command).contains("interrupted");
        }
        assertThat(run("history", "--status", "running").out()).contains("No run here is running.");
        assertThat(run("history", "--status", "interrupted").out()).contains("interrupted");

        String id = run("status").out().replaceAll("(?s).*mulligan cancel (\\S+) ends.*", "$1");
        assertThat(run("cancel", id).exit()).isZero();
        assertThat(run("status").out())
                .contains("stopped")
                .doesNotContain("scheduled")
                .doesNotContainPattern("running +first");
        assertThat(run("history").out()).contains("stopped");
    }

    @Test
    void jsonThatIsNoneIsToldWithFileLineAndPlainWords() throws Exception {
        Path lessons = Files.writeString(folder.resolve("lessons.jsonl"), "\n{\"id\": \"lr-1\"\n");
        Path result = Files.writeString(folder.resolve("result.json"), "{\n  \"success\": yes\n}\n");

        Cli learn = run("learn", "import", lessons.toString());
        Cli ci = Cli.run("ci", result.toString());

        assertThat(learn.exit()).isEqualTo(2);
        assertThat(learn.err())
                .contains("lessons.jsonl, line 2, column", ": the text ends too early")
                .doesNotContain("end-of-input");
        assertThat(ci.exit()).isEqualTo(2);
        assertThat(ci.err())
                .contains("result.json is not the result", "'yes' is no value; a text stands in double quotes, line 2")
                .doesNotContain("token");
    }

    @Test
    void settingsThatAreNotUtf8AreToldWithTheirLine() throws Exception {
        Files.createDirectory(folder.resolve(".claude"));
        Files.write(
                folder.resolve(".claude/retry-config.json"),
                "{\n\"maxRetries\": 2,\n\"never\": [\"é\"]}\n".getBytes(StandardCharsets.ISO_8859_1));

        Cli exec = Cli.run("exec", "--workspace", folder.toString(), "--", "true");

        assertThat(exec.err())
                .contains("retry-config.json cannot be used: is not text in UTF-8 from line 3 on; save it as UTF-8")
                .doesNotContain("Input length");
    }

    @Test
    void whatWasLearntIsASentence() throws Exception {
        Path plan = plan("""
                cat > /dev/null
                test -f tried || { touch tried; echo one >> work.txt; exit 0; }
                echo 'nothing to do'
                """, "echo 'FAILED test_a.py::test_b - assert 1 == 2'; exit 1");
        run("run", plan.toString(), "--yes");

        assertThat(run("learn", "list").out()).isNotBlank().doesNotContain("before that:,");
    }

    @Test
    void theLabSpeaksOfAttemptsAndOfOneOperation() {
        Cli one = Cli.run("lab", "simulate", "--operations", "1", "--faults", "overloaded=1", "--policy", "default");
        Cli wrong = Cli.run("lab", "simulate", "--faults", "overloaded=3");

        assertThat(one.out())
                .contains("1 operation that failed")
                .contains("attempts")
                .doesNotContain("tries");
        assertThat(wrong.err()).contains("not overloaded=3.0").doesNotContain("OVERLOADED", "{");
    }

    @Test
    void explainSaysItsHeadlineOnce() {
        String out = Cli.run("explain", "--", "ls", folder.resolve("nope").toString())
                .out();

        assertThat(out).containsOnlyOnce("text: 1 failure, exit 2").contains("nope");
    }

    @Test
    void aListOfNamesHasNoBrackets() {
        Cli set = Cli.run("retry-config", "set", "strategies.test", "nope");

        assertThat(set.exit()).isEqualTo(2);
        assertThat(set.err()).contains("built in are retry, ").doesNotContain("[");
    }

    @ParameterizedTest
    @CsvSource({
        "report --html",
        "lab simulate --html",
        "drill --junit FILE -- true",
        "drill --html FILE -- true",
    })
    void aMissingFolderIsNamedBeforeTheWork(String command) {
        String file = folder.resolve("nope/x.html").toString();
        List<String> words =
                new ArrayList<>(Arrays.asList(command.replace("FILE", file).split(" ")));
        if (!command.contains("FILE")) {
            words.add(file);
        }
        Cli refused = Cli.run(words.toArray(String[]::new));

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("there is no folder " + folder.resolve("nope"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "{fault: status, code: 99999} → 1:25: code 99999 is no status of an answer",
                "{fault: stall, ms: -1} → 1:22: ms -1 is no time"
            })
    void aScriptOfFaultsThatCannotBeMeantIsRefused(String entry, String mistake) throws Exception {
        Path script = Files.writeString(folder.resolve("faults.yaml"), "- " + entry + "\n");
        Cli refused = Cli.run("simulate", "provider", "--port", "0", "--script", script.toString());
        Cli missing = Cli.run(
                "simulate",
                "provider",
                "--port",
                "0",
                "--script",
                folder.resolve("no.yaml").toString());

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains(mistake);
        assertThat(missing.err()).contains("there is no file " + folder.resolve("no.yaml"));
    }

    @Test
    void commandsThatOnlyReadMakeNothingInTheFolder() throws Exception {
        for (String command : List.of("status", "report", "history", "learn list", "recommend test", "lab replay")) {
            Cli read = run(command.split(" "));
            assertThat(read.exit()).as(command + read.err()).isZero();
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).as(command).isEmpty();
            }
        }
    }

    @Test
    void watchEndsWithItsReader() throws Exception {
        Path plan = plan("cat > /dev/null; touch begun; sleep 60\n", "true");
        String home = folder.resolve(".mulligan").toString();
        KilledProgram.run(folder, folder.resolve("begun"), List.of("run", plan.toString(), "--home", home));
        List<String> watch = new ArrayList<>(MulliganProcess.command(folder, "watch", "--home", home));
        Process shell = new ProcessBuilder(
                        Stream.concat(Stream.of("sh", "-c", "\"$@\" | head -n 1", "sh"), watch.stream())
                                .toList())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("words");
            assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    @Test
    void aLockThatAKilledAgentLeftIsNamedAndStays() throws Exception {
        git("init", "-q", ".");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x");
        Path lock = folder.resolve(".git/index.lock");
        Path agent = Files.writeString(
                folder.resolve("fix.sh"), "cat > /dev/null; touch .git/index.lock; echo fixed > work.txt\n");

        Cli exec = Cli.run(
                "exec",
                "--operation",
                "custom",
                "--max-attempts",
                "2",
                "--workspace",
                folder.toString(),
                "--agent",
                "sh " + agent,
                "--",
                "grep",
                "-q",
                "fixed",
                "work.txt");

        assertThat(exec.err())
                .contains(lock + " is there: git changes nothing here")
                .contains("rm " + lock);
        assertThat(lock).exists();
        Files.writeString(folder.resolve("plan.yaml"), """
                name: words
                isolation: none
                agents: {coder: {command: [sh, -c, 'cat > /dev/null; echo x > new.txt']}}
                steps: [{id: first, prompt: Do it, verify: test -f new.txt}]
                """);
        assertThat(run("run", folder.resolve("plan.yaml").toString()).out()).contains(lock + " is there");
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void theSignalThatEndedAnAgentIsNamed() throws Exception {
        Path plan = plan("cat > /dev/null; echo 'loading model' >&2; kill -9 $$\n", "true");

        Cli ran = run("run", plan.toString(), "--yes");

        assertThat(ran.out()).contains("the agent was ended by SIGKILL").contains("loading model");
    }
}
