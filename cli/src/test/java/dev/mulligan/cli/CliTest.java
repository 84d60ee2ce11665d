package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {

    @TempDir
    Path folder;

    private String file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void helpAndVersion() {
        Cli help = Cli.run("--help");
        assertThat(help.exit()).isZero();
        assertThat(help.out())
                .contains(
                        "classify",
                        "explain",
                        "exec",
                        "patch",
                        "checkpoint",
                        "policy",
                        "plan",
                        "simulate",
                        "doctor",
                        "Examples:",
                        "Exit codes:");
        assertThat(Cli.run("--version").out()).matches("mulligan \\d+\\.\\d+\\.\\d+\\S* \\(Java \\d+\\)\\R");
        assertThat(Cli.run().out()).isEqualTo(help.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "classify",
                "explain",
                "exec",
                "patch",
                "checkpoint",
                "policy",
                "plan",
                "simulate",
                "doctor",
                "completion"
            })
    void everyCommandHasHelp(String command) {
        Cli help = Cli.run(command, "--help");
        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Usage: mulligan " + command);
    }

    /** Ragged lines look broken, and a broken example cannot be copied. */
    @ParameterizedTest
    @ValueSource(strings = {"", "exec", "explain", "serve", "wrap", "drill", "policy show", "setup"})
    void helpIsFilledToTheWidthAndKeepsExamplesWhole(String command) {
        List<String> lines =
                Cli.run((command + " --help").strip().split(" ")).out().lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            String before = lines.get(i - 1);
            String line = lines.get(i);
            boolean sameParagraph = !before.isEmpty() && !line.isEmpty() && !before.startsWith("Usage:");
            if (sameParagraph && !before.startsWith(" ") && !line.startsWith(" ")) {
                assertThat(before + " " + line.split(" ", 2)[0])
                        .as("would have fitted")
                        .hasSizeGreaterThan(79);
            }
            assertThat(before.startsWith("  mulligan ") && !line.isEmpty() && !line.startsWith(" "))
                    .as("an example goes on in the next line: " + before)
                    .isFalse();
        }
    }

    @Test
    void aTypoGetsASuggestion() {
        Cli typo = Cli.run("clasify");
        assertThat(typo.exit()).isEqualTo(2);
        assertThat(typo.err()).contains("clasify", "classify", "--help");
        assertThat(Cli.run("policy", "show", "--stag", "x").err()).contains("--stage");
    }

    @Test
    void classifiesAnAnswerAndSaysWhichRule() throws Exception {
        String body = file(
                "body.json",
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}");

        Cli shown = Cli.run("classify", "--status", "529", "--body", body, "--header", "retry-after: 7");

        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).contains("overloaded", "worth a retry", "7s", "rule");
        JsonObject json = Json.parseObject(
                Cli.run("classify", "--json", "--status", "529", "--body", body, "--header", "retry-after: 7")
                        .out());
        assertThat(json.text("type")).contains("overloaded");
        assertThat(json.number("retryAfterMs")).hasValue(7000);
    }

    @Test
    void classifyFiltersLinesAndReportsBadOnes() throws Exception {
        String lines = file("in.jsonl", """
                {"id": "a", "form": "http", "input": {"status": 429, "headers": {"retry-after": "3"}, "body": ""}}
                not json
                {"id": "b", "form": "process", "input": {"command": "make", "exit_code": 0, "stdout": "timeout", "stderr": ""}}
                {"id": "c", "form": "carrier pigeon", "input": {}}
                """);

        Cli filtered = Cli.run("classify", "--jsonl", lines);

        List<JsonObject> out = filtered.out().lines().map(Json::parseObject).toList();
        assertThat(out).extracting(o -> o.text("id").orElse("")).containsExactly("a", "b");
        assertThat(out.getFirst().members().keySet())
                .containsExactly(
                        "id", "failure", "type", "errorType", "retryable", "retryAfterMs", "bestAction", "rule");
        assertThat(out.getFirst().text("type")).contains("rate_limit");
        assertThat(out.getLast().truth("failure")).contains(false);
        assertThat(filtered.exit()).isEqualTo(2);
        assertThat(filtered.err()).contains("line 2").contains("line 4").contains("carrier pigeon");
    }

    @Test
    void classifyRunsACommand() {
        Cli ran = Cli.run(
                "classify",
                "--json",
                "--",
                "sh",
                "-c",
                "echo 'curl: (6) Could not resolve host: api.example.com' >&2; exit 6");
        assertThat(Json.parseObject(ran.out()).text("type")).contains("network");
    }

    @Test
    void explainRunsACommandAndEndsWithItsExitCode() throws Exception {
        String source = file("broken.c", "int main(void) { return missing; }\n");

        Cli explained = Cli.run(
                "explain",
                "--json",
                "--",
                "sh",
                "-c",
                "printf '%s:1:25: error: \\047missing\\047 undeclared\\n' " + source + " >&2; exit 3");

        assertThat(explained.exit()).isEqualTo(3);
        JsonObject error =
                (JsonObject) Json.parseObject(explained.out()).list("errors").getFirst();
        assertThat(error.integer("line")).hasValue(1);
        assertThat(error.text("message")).hasValueSatisfying(m -> assertThat(m).contains("undeclared"));
    }

    @Test
    void explainReadsOutputThatExists() throws Exception {
        String output = file(
                "out.txt",
                "tests/test_a.py:4: AssertionError\n=== short test summary info ===\nFAILED tests/test_a.py::test_x - assert 1 == 2\n=== 1 failed in 0.01s ===\n");
        Cli explained = Cli.run("explain", output);
        assertThat(explained.out()).contains("test_x", "assert 1 == 2", "signature");
    }

    @Test
    void patchAppliesOrRefuses() throws Exception {
        Path workspace = Files.createDirectory(folder.resolve("ws"));
        Files.writeString(workspace.resolve("a.txt"), "one\ntwo\nthree\n");
        String good = file(
                "good.md",
                "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+two hundred and one\n three\n```\n");
        String bad = file(
                "bad.md",
                "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-zwei\n+two hundred and one\n three\n```\n");

        Cli dry = Cli.run("patch", "--workspace", workspace.toString(), "--answer", good, "--dry-run");
        assertThat(dry.exit()).isZero();
        assertThat(workspace.resolve("a.txt")).hasContent("one\ntwo\nthree\n");

        Cli refused = Cli.run("patch", "--workspace", workspace.toString(), "--answer", bad, "--json");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(Json.parseObject(refused.out()).text("outcome")).contains("refused");
        assertThat(workspace.resolve("a.txt")).hasContent("one\ntwo\nthree\n");

        assertThat(Cli.run("patch", "--workspace", workspace.toString(), "--answer", good)
                        .exit())
                .isZero();
        assertThat(workspace.resolve("a.txt")).hasContent("one\ntwo hundred and one\nthree\n");
        assertThat(Cli.run("patch", "--workspace", workspace.toString(), "--answer", good)
                        .out())
                .contains("already");
        assertThat(Cli.run("patch", "--workspace", "/no/such/folder", "--answer", good)
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void policyCommandsShowLintAndSimulate() throws Exception {
        String config = file("m.yaml", "policy: {template: patient, deadline: 5s}\nstages: {deploy: never}\n");

        assertThat(Cli.run("policy", "show", "--config", config).out()).contains("5s", "template patient");
        assertThat(Cli.run("policy", "show", "--config", config, "--stage", "deploy")
                        .out())
                .contains("never");
        Cli lint = Cli.run("policy", "lint", "--config", config);
        assertThat(lint.exit()).isEqualTo(1);
        assertThat(lint.out()).contains("never happen");
        Cli table = Cli.run("policy", "simulate", "run_tests", "--json");
        assertThat(Json.parseObject(table.out()).list("attempts").stream()
                        .map(row -> ((JsonObject) row).number("delayMs").orElse(-1)))
                .containsExactly(0L, 2000L, 4000L, 8000L, 16000L);
        assertThat(Cli.run("policy", "simulate", "speedy").err()).contains("speedy", "patient");
        assertThat(Cli.run("policy", "templates").out()).contains("unattended");
    }

    @Test
    void execRunsFixesAndReports() throws Exception {
        Path workspace = Files.createDirectory(folder.resolve("exec"));
        String test =
                "if grep -q 2 value.txt; then echo 'ok 1 - value'; else echo 'not ok 1 - value is wrong'; exit 1; fi";
        Files.writeString(workspace.resolve("value.txt"), "1\n");

        Cli fixed = Cli.run(
                "exec",
                "--json",
                "--quiet",
                "--workspace",
                workspace.toString(),
                "--agent",
                "echo 2 > value.txt",
                "--",
                "sh",
                "-c",
                test);

        assertThat(fixed.exit()).isZero();
        JsonObject json = Json.parseObject(fixed.out());
        assertThat(json.truth("success")).contains(true);
        assertThat(json.integer("attempts")).hasValue(2);
        assertThat(Cli.run("exec", "--operation", "custom", "--", "true").exit())
                .isEqualTo(2);
        Cli failed = Cli.run(
                "exec",
                "--json",
                "--quiet",
                "--workspace",
                workspace.toString(),
                "--",
                "sh",
                "-c",
                "echo 'not ok 1 - still wrong'; exit 1");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(Json.parseObject(failed.out()).members().keySet())
                .contains("success", "attempts", "final_error", "escalation_required");
    }

    @Test
    void execLearnsAcrossCallsAndHoldsWhenManyDifferentThingsFail() throws Exception {
        Path workspace = Files.createDirectory(folder.resolve("learning"));
        Path value = Files.writeString(workspace.resolve("value.txt"), "1\n");
        String test =
                "if grep -q 2 value.txt; then echo 'ok 1 - value'; else echo 'not ok 1 - value is wrong'; exit 1; fi";
        List<String> common = List.of("exec", "--json", "--quiet", "--workspace", workspace.toString());
        Cli first = exec(common, "--agent", "echo 2 > value.txt; echo 'It must be two.'", "--", "sh", "-c", test);
        String id = Json.parseObject(first.out()).text("learning_record_id").orElseThrow();
        assertThat(id).startsWith("lr-");

        Files.writeString(value, "1\n");
        String reads = "if grep -q '" + id + ".*It must be two'; then echo 2 > value.txt; fi; echo done";
        JsonObject second = Json.parseObject(
                exec(common, "--agent", reads, "--", "sh", "-c", test).out());
        assertThat(second.truth("success")).contains(true);
        assertThat(workspace.resolve(".mulligan/.gitignore")).exists();
        assertThat(workspace.resolve(".mulligan/exec")).doesNotExist();

        for (String item : List.of("a", "b")) {
            Cli failed = exec(common, "--item", item, "--", "sh", "-c", "exit 1");
            assertThat(Json.parseObject(failed.out()).truth("cascade_detected")).contains(false);
        }
        JsonObject third = Json.parseObject(
                exec(common, "--item", "c", "--", "sh", "-c", "exit 1").out());
        assertThat(third.truth("cascade_detected")).contains(true);
        assertThat(third.integer("failures_in_window")).hasValue(3);
        Cli held = exec(common, "--item", "d", "--", "sh", "-c", "touch ran");
        assertThat(held.exit()).isEqualTo(1);
        assertThat(Json.parseObject(held.out()).text("action")).contains("pause_and_alert");
        assertThat(workspace.resolve("ran")).doesNotExist();
        assertThat(exec(common, "--continue", "--item", "d", "--", "sh", "-c", "touch ran")
                        .exit())
                .isZero();
        Cli report =
                Cli.run("report", "--home", workspace.resolve(".mulligan").toString(), "--layer", "attempt", "--json");
        assertThat(report.out()).contains("\"totalFailures\":5");
        assertThat(Cli.run("history", "--home", workspace.resolve(".mulligan").toString())
                        .out())
                .contains("passed")
                .doesNotContain("succeeded");
    }

    private static Cli exec(List<String> common, String... more) {
        List<String> all = new ArrayList<>(common);
        all.addAll(List.of(more));
        return Cli.run(all.toArray(String[]::new));
    }

    @Test
    void whatIsPrintedHoldsNoOrdersToTheTerminal() throws Exception {
        String evil = "\u001b]0;owned\u0007\u001b[2Jname\u202e\u009b1m";
        Cli mistake =
                Cli.run("status", evil, "--home", folder.resolve("t/.mulligan").toString());
        assertThat(mistake.err()).contains("there is no run name");
        Path workspace = Files.createDirectory(folder.resolve("terminal"));
        Cli exec = Cli.run(
                "exec",
                "--workspace",
                workspace.toString(),
                "--item",
                evil,
                "--",
                "printf",
                "out\\033[8mput\\033]0;t\\007\n");
        assertThat(exec.err()).contains("output");
        Path plan = Files.writeString(folder.resolve("evil.yaml"), "\"\\e[2Jna\\u202Eme\": x\n");
        Cli read = Cli.run("plan", "check", plan.toString());
        assertThat(read.err() + read.out()).contains("name");
        assertThat(mistake.err() + exec.err() + exec.out() + read.err() + read.out())
                .doesNotContain("\u001b", "\u0007", "\u202e", "\u009b");
    }

    @Test
    void checkpointsAreSavedRestoredAndUndone() throws Exception {
        Path workspace = Files.createDirectory(folder.resolve("cp"));
        Files.writeString(workspace.resolve("a.txt"), "first\n");
        String at = workspace.toString();
        Cli created = Cli.run("checkpoint", "create", "start", "--json", "--workspace", at);
        String id = Json.parseObject(created.out()).text("id").orElseThrow();
        Files.writeString(workspace.resolve("a.txt"), "second\n");

        assertThat(Cli.run("checkpoint", "restore", id, "--workspace", at).exit())
                .isZero();
        assertThat(workspace.resolve("a.txt")).hasContent("first");
        assertThat(Cli.run("checkpoint", "undo", "--workspace", at).exit()).isZero();
        assertThat(workspace.resolve("a.txt")).hasContent("second");
        assertThat(Cli.run("checkpoint", "list", "--workspace", at).out()).contains(id, "start");
        Cli missing = Cli.run("checkpoint", "restore", "nope", "--workspace", at);
        assertThat(missing.exit()).isEqualTo(2);
        assertThat(missing.err()).contains("nope");
    }

    @Test
    void planCheckShowsTheOrderOrTheMistake() throws Exception {
        String good = file(
                "plan.yaml",
                "name: p\nverify: pytest -q\nsteps:\n  - {id: a, prompt: x}\n  - {id: b, prompt: y, needs: [a]}\n");
        assertThat(Cli.run("plan", "check", good).out()).contains("a", "then", "b", "pytest -q");
        Cli bad = Cli.run("plan", "check", file("bad.yaml", "name: p\nsteps:\n  - {id: a, promt: x}\n"));
        assertThat(bad.exit()).isEqualTo(2);
        assertThat(bad.err()).contains("bad.yaml:3", "did you mean prompt?");
    }

    @Test
    void brokenConfigurationNamesFileLineAndField() throws Exception {
        String config = file("m.yaml", "policy:\n  maxAttempts: -3\n");
        Cli shown = Cli.run("policy", "show", "--config", config);
        assertThat(shown.exit()).isEqualTo(2);
        assertThat(shown.err()).contains("m.yaml:2", "maxAttempts", "-3");
    }

    @Test
    void hugeAndBinaryInputIsHandled() throws Exception {
        Path garbage = folder.resolve("garbage.bin");
        byte[] bytes = new byte[100 * 1024 * 1024];
        new java.util.Random(1).nextBytes(bytes);
        Files.write(garbage, bytes);

        Cli classified = Cli.run("classify", "--json", "--status", "400", "--body", garbage.toString());
        assertThat(classified.exit()).isZero();
        assertThat(Json.parseObject(classified.out()).truth("retryable")).contains(false);
        assertThat(Cli.run("explain", garbage.toString()).exit()).isZero();
    }

    @Test
    void doctorAndCompletion() {
        Cli doctor = Cli.run("doctor", "--json");
        assertThat(doctor.exit()).isZero();
        assertThat(doctor.out()).contains("git", "ANTHROPIC_API_KEY");
        assertThat(Cli.run("completion", "bash").out()).contains("complete", "mulligan", "classify");
        assertThat(Cli.run("completion", "fish").out()).contains("-a classify");
        assertThat(Cli.run("completion", "tcsh").exit()).isEqualTo(2);
    }
}
