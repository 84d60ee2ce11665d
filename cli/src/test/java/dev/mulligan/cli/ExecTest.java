package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
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

/** The whole of {@code mulligan exec}: real git, real Python tests, a fixer that is a real process. */
@Timeout(120)
class ExecTest {

    private static final List<String> TESTS = List.of("python3", "-B", "-m", "unittest", "-v");
    private static final List<String> STATE = List.of("sh", "-c", "grep -q good state || { cat state; exit 1; }");

    @TempDir
    Path folder;

    private Path project;

    @BeforeEach
    void aProjectWithABug() throws Exception {
        project = Files.createDirectory(folder.resolve("shop"));
        write(
                "cart.py",
                "def total(prices, discount):\n    return sum(prices) + discount\n\n\ndef count(prices):\n    return len(prices)\n");
        write("test_cart.py", """
                import unittest
                from cart import total, count


                class CartTest(unittest.TestCase):
                    def test_total(self):
                        self.assertEqual(total([10, 20], 5), 25)

                    def test_count(self):
                        self.assertEqual(count([10, 20]), 2)
                """);
        git("init", "-q");
        git("add", "-A");
        git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "base");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", project.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** How a call of {@code mulligan exec --json} ended. */
    private record Done(Cli cli, JsonObject json) {

        boolean success() {
            return json.truth("success").orElseThrow();
        }

        int attempts() {
            return json.integer("attempts").orElseThrow();
        }

        JsonObject attempt(int index) {
            return (JsonObject) json.list("retry_history").get(index);
        }

        String fix(int index) {
            return attempt(index).text("fix", "");
        }

        List<String> changed() {
            return json.object("result").orElse(json).list("files_changed").stream()
                    .map(String::valueOf)
                    .toList();
        }
    }

    private Done run(String kind, List<String> command, String... flags) {
        List<String> all = new ArrayList<>(
                List.of("exec", "--json", "--quiet", "--workspace", project.toString(), "--operation", kind));
        if (kind.equals("custom")) {
            all.addAll(List.of("--max-attempts", "3"));
        }
        all.addAll(List.of(flags));
        all.add("--");
        all.addAll(command);
        Cli cli = Cli.run(all.toArray(String[]::new));
        assertThat(cli.out()).as(cli.err()).isNotBlank();
        return new Done(cli, Json.parseObject(cli.out()));
    }

    @Test
    void redIsFixedAndGreenAndTheUsersGitStateIsUntouched() throws Exception {
        Done done = run(
                "test",
                TESTS,
                "--agent",
                "sed -i 's/+ discount/- discount/' cart.py; echo 'The discount was added instead of taken off.'");

        assertThat(done.success()).as(done.cli().err()).isTrue();
        assertThat(done.attempts()).isEqualTo(2);
        assertThat(done.changed()).containsExactly("cart.py");
        assertThat(done.fix(1)).contains("changed cart.py").contains("discount was added");
        assertThat(git("log", "--oneline").lines()).hasSize(1);
        assertThat(git("stash", "list") + git("diff", "--cached", "--stat")).isEmpty();
    }

    @Test
    void whatTheFixerOverwritesIsInACheckpointThatTheOutputNames() throws Exception {
        write("notes.txt", "mine, not committed\n");
        Done done = run("test", TESTS, "--agent", "echo gone > notes.txt; sed -i 's/+ discount/- discount/' cart.py");

        assertThat(done.success()).as(done.cli().err()).isTrue();
        String id = done.cli()
                .err()
                .lines()
                .filter(line -> line.contains("mulligan checkpoint restore "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
        Cli back = Cli.run("checkpoint", "restore", id, "--workspace", project.toString());
        assertThat(back.exit()).as(back.err()).isZero();
        assertThat(project.resolve("notes.txt")).hasContent("mine, not committed");
    }

    @Test
    void aCallThatWasKilledIsToldAtTheNextStart() throws Exception {
        write("notes.txt", "mine, not committed\n");
        List<String> call = List.of(
                "exec",
                "--workspace",
                project.toString(),
                "--agent",
                "echo gone > notes.txt; touch ../begun; sleep 60; echo later > notes.txt",
                "--operation",
                "custom",
                "--max-attempts",
                "3",
                "--",
                "sh",
                "-c",
                "test -e ../green");
        KilledProgram.run(project, folder.resolve("begun"), call);
        Files.createFile(folder.resolve("green"));

        Cli again = Cli.run(call.toArray(String[]::new));
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(again.err() + again.out())
                .contains("was killed while its agent worked; changed since then: notes.txt")
                .containsPattern("as they were: mulligan checkpoint restore \\S+");
        assertThat(project.resolve("notes.txt")).hasContent("gone");
    }

    @Test
    void whatAKilledPlanBeganInTheFolderIsSettledFirst() throws Exception {
        Path plan = Files.writeString(folder.resolve("slow.yaml"), """
                name: slow
                workspace: %s
                isolation: none
                agents: {coder: {command: [sh, -c, 'cat > /dev/null; echo half > notes.txt; touch ../begun; sleep 60']}}
                agent: coder
                steps: [{id: it, prompt: Do it, verify: 'true'}]
                """.formatted(project));
        KilledProgram.run(project, folder.resolve("begun"), List.of("run", plan.toString()));

        Cli refused = Cli.run("exec", "--workspace", project.toString(), "--", "true");
        assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("worked in it in place when its program was killed", "mulligan cancel ");
        assertThat(refused.out() + refused.err()).doesNotContain("[WARN]");
    }

    @Test
    void theFixerIsToldWhatFailsAndWhatYouChanged() throws Exception {
        write("notes.txt", "mine\n");

        run("test", TESTS, "--agent", "cat > ../asked; sed -i 's/+ discount/- discount/' cart.py");

        assertThat(Files.readString(folder.resolve("asked")))
                .contains("python3 -B -m unittest -v")
                .contains("35 != 25")
                .contains("Changed since the last commit: notes.txt");
    }

    @Test
    void aFixerMayAnswerWithADiff() throws Exception {
        write(
                "../answer.md",
                "The sign is wrong.\n\n```diff\n--- a/cart.py\n+++ b/cart.py\n@@ -1,2 +1,2 @@\n def total(prices, discount):\n-    return sum(prices) + discount\n+    return sum(prices) - discount\n```\n");

        assertThat(run("test", TESTS, "--agent", "cat ../answer.md").success()).isTrue();
    }

    @Test
    void aDiffThatDoesNotApplyIsToldToTheNextFix() throws Exception {
        write(
                "../bad.md",
                "```diff\n--- a/cart.py\n+++ b/cart.py\n@@ -1,2 +1,2 @@\n def total(prices, discount):\n-    return prices.sum() + discount\n+    return sum(prices) - discount\n```\n");
        String script = "input=$(cat); if echo \"$input\" | grep -q 'quote its lines exactly'; then"
                + " sed -i 's/+ discount/- discount/' cart.py; else cat ../bad.md; fi";

        Done done = run("test", TESTS, "--agent", script);

        assertThat(done.success()).as(done.cli().err()).isTrue();
        assertThat(done.attempts()).isEqualTo(3);
        assertThat(done.fix(1)).contains("HUNK_FAILED");
    }

    @Test
    void aFixThatMakesItWorseIsTakenBack() throws Exception {
        String original = Files.readString(project.resolve("cart.py"));

        Done done = run("test", TESTS, "--agent", "echo 'raise SystemExit(1)' > cart.py");

        assertThat(done.success()).isFalse();
        assertThat(done.attempts()).isEqualTo(3);
        assertThat(project.resolve("cart.py")).hasContent(original);
        assertThat(done.changed()).isEmpty();
        assertThat(done.cli().err()).contains("put back cart.py").contains("mulligan checkpoint restore");
    }

    @Test
    void aFixThatHelpsPartlyIsKept() throws Exception {
        write("cart.py", "def total(prices, discount):\n    return 0\n\n\ndef count(prices):\n    return 0\n");

        Done done = run("test", TESTS, "--agent", "sed -i 's/    return 0$/    return len(prices)/' cart.py");

        assertThat(done.success()).isFalse();
        assertThat(Files.readString(project.resolve("cart.py"))).contains("len(prices)");
        assertThat(done.changed()).containsExactly("cart.py");
    }

    @Test
    void aFixerThatLiesChangesNothingAndIsNotBelieved() {
        Done done = run("test", TESTS, "--agent", "echo 'All tests pass now.'");

        assertThat(done.success()).isFalse();
        assertThat(done.fix(2)).contains("changed nothing");
    }

    @Test
    void forbiddenFilesAreTakenBackAlsoWhenTheyAreHidden() throws Exception {
        Files.createDirectories(project.resolve("checks"));

        Done done = run(
                "test",
                TESTS,
                "--agent",
                "rm test_cart.py; echo checks/override >> .git/info/exclude; echo x > checks/override",
                "--forbid",
                "checks/",
                "--forbid",
                "test_cart.py");

        assertThat(done.success()).isFalse();
        assertThat(project.resolve("checks/override")).doesNotExist();
        assertThat(project.resolve("test_cart.py")).exists();
        assertThat(done.fix(1)).contains("FORBIDDEN_PATH").contains("may change");
    }

    @Test
    void aForbiddenRepositoryInsideTheRepositoryIsWatched() throws Exception {
        Path inner = Files.createDirectories(project.resolve("vendor/lib"));
        assertThat(new ProcessBuilder("git", "init", "-q", inner.toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.writeString(inner.resolve("code.py"), "mine\n");

        Done done = run("test", TESTS, "--agent", "echo x >> vendor/lib/code.py", "--forbid", "vendor/lib");

        assertThat(done.success()).isFalse();
        assertThat(inner.resolve("code.py")).hasContent("mine");
        assertThat(done.fix(1)).contains("FORBIDDEN_PATH").contains("vendor/lib/code.py");
    }

    @Test
    void noTestsAndNoVerdictAreNoEvidence() {
        List<String> none = List.of("sh", "-c", "echo 'collected 0 items'; echo '=== no tests ran in 0.01s ==='");
        assertThat(run("test", none).cli().exit()).isEqualTo(3);
        assertThat(run("review", List.of("echo", "looks fine to me")).cli().exit())
                .isEqualTo(3);
    }

    @Test
    void aReviewThatSaysFailHasFailedWhateverItsExitCode() {
        List<String> review =
                List.of("sh", "-c", "if grep -q '+ discount' cart.py; then echo 'FAIL: the sign'; else echo PASS; fi");

        assertThat(run("review", review).json().text("final_error", "")).contains("the sign");
        assertThat(run("review", review, "--agent", "sed -i 's/+ discount/- discount/' cart.py")
                        .success())
                .isTrue();
    }

    @Test
    void withoutAFixerRedTestsAreNotRepeated() {
        Done done = run("test", TESTS);

        assertThat(done.attempts()).isEqualTo(1);
        assertThat(done.json().text("final_error", "")).contains("test_total").contains("35 != 25");
    }

    @Test
    void aBuildIsTriedOnceMoreForTransientCausesOnly() {
        String flaky = "if [ -f tried ]; then exit 0; fi; touch tried; echo 'npm error code ECONNRESET' >&2; exit 1";
        assertThat(run("build", List.of("sh", "-c", flaky)).success()).isTrue();
        String broken = "echo 'main.c:1:1: error: expected identifier' >&2; exit 1";
        assertThat(run("build", List.of("sh", "-c", broken)).attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"custom", "test"})
    void anOverloadedFixerIsWaitedForAndTeachesNothing(String operation) throws Exception {
        String overloaded = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
        String fixer = "if [ -f ../once ]; then echo good > state; else touch ../once; echo 'API Error: 529 "
                + overloaded + "' >&2; exit 1; fi";
        write("state", "bad\n");

        Done done = run(operation, STATE, "--agent", fixer);

        assertThat(done.success()).as(done.cli().err()).isTrue();
        assertThat(done.cli().err()).contains("again in").doesNotContain("again in 0");
        assertThat(done.json().toString()).doesNotContain("INVALID_PATCH");
    }

    @Test
    void anAgentThatIsNotInstalledIsNamedOnceAndTeachesNothing() throws Exception {
        write("state", "bad\n");

        Done done = run("custom", STATE, "--agent", "true && no-such-agent --fix");

        assertThat(done.json().text("final_error", ""))
                .contains("no-such-agent")
                .contains("Install it");
        assertThat(done.attempts()).isEqualTo(2);
        assertThat(done.json().text("learning_record_id")).isEmpty();
    }

    @Test
    void aCommandThatPrintsNothingIsMendedToo() {
        Done done = run("custom", List.of("test", "-f", "made"), "--agent", "touch made");

        assertThat(done.success()).isTrue();
    }

    @Test
    void whatWorkedBeforeIsToldTheNextTimeAsTheChangeItWas() throws Exception {
        write("state", "bad\n");
        assertThat(run("custom", STATE, "--agent", "echo good > state; echo 'Here you go:'")
                        .success())
                .isTrue();

        write("state", "bad\n");
        run("custom", STATE, "--agent", "cat > ../asked; echo good > state");

        assertThat(Files.readString(folder.resolve("asked")))
                .contains("mended before")
                .contains("+good")
                .doesNotContain("Here you go");
    }

    @Test
    void aStrategyThatIsNamedIsUsedForEveryFix() throws Exception {
        write("state", "bad\n");
        run("custom", STATE, "--strategy", "incremental", "--agent", "cat > ../asked; echo x > state");
        assertThat(Files.readString(folder.resolve("asked"))).contains("one failure only");

        String adds = "if [ -f extra ]; then echo still > ../still; fi; touch extra; echo x >> state";
        run("custom", STATE, "--strategy", "rollback", "--yes", "--agent", adds);
        assertThat(folder.resolve("still")).doesNotExist();
    }

    @Test
    void aCommandThatDoesNotExistFailsPlainly() {
        Done done = run("build", List.of("/no/such/tool"));

        assertThat(done.success()).isFalse();
        assertThat(done.json().text("final_error", "")).contains("/no/such/tool");
    }
}
