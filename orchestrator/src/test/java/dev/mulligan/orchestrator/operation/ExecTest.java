package dev.mulligan.orchestrator.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.CommandAgent;
import dev.mulligan.agent.ProcessLimits;
import dev.mulligan.failure.Classifier;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real git, real Python tests, a fixer that is a real process. */
@Timeout(120)
class ExecTest {

    private static final List<String> TESTS = List.of("python3", "-m", "unittest", "-v");
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "PATH",
            System.getenv().getOrDefault("PATH", "/usr/bin:/bin"),
            "HOME",
            "/tmp",
            "PYTHONDONTWRITEBYTECODE",
            "1");

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

    private static Agent fixer(String script) {
        return new CommandAgent("fixer", List.of("sh", "-c", script), ENVIRONMENT, List.of());
    }

    private ExecReport run(OperationKind kind, List<String> command, Optional<Agent> fixer, String... forbidden)
            throws IOException {
        ExecOrder order = new ExecOrder(
                kind,
                command,
                project,
                kind == OperationKind.CUSTOM ? 3 : 0,
                fixer,
                Optional.empty(),
                List.of(forbidden),
                new ProcessLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofSeconds(1)),
                ENVIRONMENT);
        RetryExecutor executor =
                new RetryExecutor(RetryExecutor.Setup.standard().time(new ManualTime()));
        return new Exec(order, Classifier.standard(), executor, ExecListener.NOBODY).run();
    }

    @Test
    void redIsFixedAndGreenAndTheUsersGitStateIsUntouched() throws Exception {
        String before = git("status", "--porcelain=v2", "--branch", "--untracked-files=no") + git("stash", "list");

        ExecReport report = run(
                OperationKind.TEST,
                TESTS,
                Optional.of(
                        fixer(
                                "sed -i 's/+ discount/- discount/' cart.py; echo 'The discount was added instead of taken off.'")));

        assertThat(report.success()).isTrue();
        assertThat(report.attempts()).isEqualTo(2);
        assertThat(report.changedFiles()).containsExactly("cart.py");
        assertThat(report.tries().getLast().fix())
                .hasValueSatisfying(fix -> assertThat(fix).contains("discount"));
        assertThat(git("log", "--oneline").lines()).hasSize(1);
        assertThat(git("stash", "list") + git("diff", "--cached", "--stat")).isEmpty();
        assertThat(before).doesNotContain("cart.py");
    }

    @Test
    void aFixerMayAnswerWithADiff() throws Exception {
        write(
                "../answer.md",
                "The sign is wrong.\n\n```diff\n--- a/cart.py\n+++ b/cart.py\n@@ -1,2 +1,2 @@\n def total(prices, discount):\n-    return sum(prices) + discount\n+    return sum(prices) - discount\n```\n");

        ExecReport report = run(OperationKind.TEST, TESTS, Optional.of(fixer("cat ../answer.md")));

        assertThat(report.success()).isTrue();
    }

    @Test
    void aDiffThatDoesNotApplyIsToldToTheNextFix() throws Exception {
        write(
                "../bad.md",
                "```diff\n--- a/cart.py\n+++ b/cart.py\n@@ -1,2 +1,2 @@\n def total(prices, discount):\n-    return prices.sum() + discount\n+    return sum(prices) - discount\n```\n");
        String script =
                "input=$(cat); if echo \"$input\" | grep -q 'could not be used'; then sed -i 's/+ discount/- discount/' cart.py; else cat ../bad.md; fi";

        ExecReport report = run(OperationKind.TEST, TESTS, Optional.of(fixer(script)));

        assertThat(report.success()).isTrue();
        assertThat(report.attempts()).isEqualTo(3);
        assertThat(report.tries().get(1).fix())
                .hasValueSatisfying(fix -> assertThat(fix).contains("HUNK_FAILED"));
    }

    @Test
    void aFixThatMakesItWorseIsTakenBack() throws Exception {
        String original = Files.readString(project.resolve("cart.py"));

        ExecReport report = run(OperationKind.TEST, TESTS, Optional.of(fixer("echo 'raise SystemExit(1)' > cart.py")));

        assertThat(report.success()).isFalse();
        assertThat(report.attempts()).isEqualTo(3);
        assertThat(project.resolve("cart.py")).hasContent(original);
        assertThat(report.changedFiles()).isEmpty();
    }

    @Test
    void aFixThatHelpsPartlyIsKept() throws Exception {
        write("cart.py", "def total(prices, discount):\n    return 0\n\n\ndef count(prices):\n    return 0\n");

        ExecReport report = run(
                OperationKind.TEST,
                TESTS,
                Optional.of(fixer("sed -i 's/    return 0$/    return len(prices)/' cart.py")));

        assertThat(report.success()).isFalse();
        assertThat(Files.readString(project.resolve("cart.py"))).contains("len(prices)");
        assertThat(report.changedFiles()).containsExactly("cart.py");
    }

    @Test
    void aFixerThatLiesChangesNothingAndIsNotBelieved() throws Exception {
        ExecReport report = run(OperationKind.TEST, TESTS, Optional.of(fixer("echo 'All tests pass now.'")));

        assertThat(report.success()).isFalse();
        assertThat(report.tries().getLast().fix()).isPresent();
    }

    @Test
    void aFixerThatGoesRoundInCirclesIsStoppedAndNothingOfItStays() throws Exception {
        String original = Files.readString(project.resolve("cart.py"));
        String circles =
                "if [ -f ../odd ]; then rm ../odd; sed -i 's/+ discount/* discount/' cart.py; else touch ../odd;"
                        + " sed -i 's/+ discount/+ 2 * discount/' cart.py; fi";

        ExecReport report = run(OperationKind.CUSTOM, TESTS, Optional.of(fixer(circles)));

        assertThat(report.success()).isFalse();
        assertThat(report.attempts()).isEqualTo(3);
        assertThat(project.resolve("cart.py")).hasContent(original);
        assertThat(report.changedFiles()).isEmpty();
    }

    @Test
    void forbiddenFilesAreTakenBack() throws Exception {
        ExecReport report = run(OperationKind.TEST, TESTS, Optional.of(fixer("rm test_cart.py")), "test_cart.py");

        assertThat(report.success()).isFalse();
        assertThat(project.resolve("test_cart.py")).exists();
        assertThat(report.tries().get(1).fix())
                .hasValueSatisfying(fix -> assertThat(fix).contains("must not"));
    }

    @Test
    void forbiddenFilesAreTakenBackAlsoWhenTheyAreHidden() throws Exception {
        Files.createDirectories(project.resolve("checks"));
        ExecReport report = run(
                OperationKind.TEST,
                TESTS,
                Optional.of(fixer("echo checks/override >> .git/info/exclude; echo x > checks/override")),
                "checks/");

        assertThat(report.success()).isFalse();
        assertThat(project.resolve("checks/override")).doesNotExist();
        assertThat(report.tries().get(1).fix())
                .hasValueSatisfying(fix -> assertThat(fix).contains("checks/override"));
    }

    @Test
    void noTestsIsNoEvidence() throws Exception {
        Files.delete(project.resolve("test_cart.py"));

        ExecReport report = run(
                OperationKind.TEST,
                List.of("sh", "-c", "echo 'collected 0 items'; echo '=== no tests ran in 0.01s ==='; exit 0"),
                Optional.empty());

        assertThat(report.success()).isFalse();
        assertThat(report.noEvidence()).isTrue();
    }

    @Test
    void withoutAFixerRedTestsAreNotRepeated() throws Exception {
        ExecReport report = run(OperationKind.TEST, TESTS, Optional.empty());

        assertThat(report.attempts()).isEqualTo(1);
        assertThat(report.finalError()).contains("test_total").contains("35 != 25");
    }

    @Test
    void aBuildIsTriedOnceMoreForTransientCausesOnly() throws Exception {
        String flaky = "if [ -f tried ]; then exit 0; fi; touch tried; echo 'npm error code ECONNRESET' >&2; exit 1";
        assertThat(run(OperationKind.BUILD, List.of("sh", "-c", flaky), Optional.empty())
                        .success())
                .isTrue();
        assertThat(run(
                                OperationKind.BUILD,
                                List.of("sh", "-c", "echo 'main.c:1:1: error: expected identifier' >&2; exit 1"),
                                Optional.empty())
                        .attempts())
                .isEqualTo(1);
    }

    @Test
    void aCommandThatDoesNotExistFailsPlainly() throws Exception {
        ExecReport report = run(OperationKind.BUILD, List.of("/no/such/tool"), Optional.empty());
        assertThat(report.success()).isFalse();
        assertThat(report.finalError()).isNotEmpty();
    }
}
