package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How failed steps go on, as a person types it. */
@Timeout(120)
class AdaptiveCommandsTest {

    @TempDir
    Path folder;

    private Path plan;

    @BeforeEach
    void project() throws IOException {
        Files.writeString(folder.resolve("agent.sh"), """
                input=$(cat)
                case "$input" in *'the word is good'*) echo good > work.txt;; *) echo bad >> work.txt;; esac
                """);
        plan = folder.resolve("plan.yaml");
        write("");
    }

    private void write(String more) throws IOException {
        Files.writeString(plan, """
                name: one
                agents: {coder: {command: [sh, '%s']}}
                verify: grep -q good work.txt
                level: L2
                %s
                steps:
                  - {id: first, prompt: Do it}
                """.formatted(folder.resolve("agent.sh"), more));
    }

    private Cli run(String... arguments) {
        List<String> place = List.of("--home", folder.resolve(".mulligan").toString());
        return Cli.run(Stream.concat(Stream.of(arguments), place.stream()).toArray(String[]::new));
    }

    private JsonObject status() {
        if (Json.parse(run("status", "--json").out().strip()) instanceof List<?> runs
                && runs.getFirst() instanceof JsonObject newest) {
            return newest;
        }
        throw new AssertionError("no runs are listed");
    }

    @Test
    void aFailedStepWaitsForAnAnswerAndGoesOnWithIt() {
        Cli asked = run("run", plan.toString(), "--ask");
        assertThat(asked.exit()).as(asked.out() + asked.err()).isEqualTo(75);
        assertThat(asked.out())
                .contains("? Step first failed")
                .contains("Without an answer within 1d: retry")
                .contains("mulligan answer q-");
        JsonObject question = (JsonObject) status().list("questions").getFirst();
        assertThat(question.list("choices").toString())
                .contains("retry")
                .contains("skip")
                .contains("abort");
        assertThat(run("status").out()).contains("waiting").contains("? Step first failed");
        assertThat(run("history").out()).contains("waiting");
        String id = question.text("id", "");
        assertThat(run("resume").exit()).as("still nobody who answers").isEqualTo(75);

        assertThat(run("answer", id, "pray").err())
                .contains("'pray' is no answer")
                .contains("retry");
        Cli answered = run("answer", id, "retry: the word is good");
        assertThat(answered.exit()).as(answered.err()).isZero();
        assertThat(answered.out())
                .contains("answered; no program carries the run out now. Go on with: mulligan resume "
                        + status().text("runId", ""));
        assertThat(run("answer", id, "retry").err()).contains("waits for no answer");
        Cli done = run("resume");
        assertThat(done.exit()).as(done.out() + done.err()).isZero();
        assertThat(run("watch").out())
                .contains("answered: retry, by mulligan answer")
                .contains("✓ first");
    }

    @Test
    void anAnswerSaysWhenAnotherProgramGoesOn() throws Exception {
        assertThat(run("run", plan.toString(), "--ask").exit()).isEqualTo(75);
        String id = ((JsonObject) status().list("questions").getFirst()).text("id", "");
        try (ServeProcess serve = ServeProcess.start(folder)) {
            Cli answered = run("answer", id, "retry: the word is good");
            assertThat(answered.out())
                    .as(serve.url())
                    .contains("answered; the run ")
                    .doesNotContain("mulligan resume");
            Eventually.holds(
                    "the run is carried out", () -> status().text("status", "").equals("passed"));
        }
    }

    @Test
    void aSkippedStepMakesTheRunPartialInWordsAndExitCode() throws IOException {
        write("strategies: {mode: ask, default: skip}");
        Cli done = run("run", plan.toString());
        assertThat(done.exit()).isEqualTo(1);
        assertThat(done.out()).contains("partial  0 of 1 steps, 1 skipped").doesNotContain("failed  0 of 1");
        assertThat(run("watch").out()).contains("partial  0 of 1 steps, 1 skipped");
        JsonObject told =
                Json.parseObject(run("run", plan.toString(), "--json").out().strip());
        assertThat(told.text("outcome", "")).isEqualTo("partial");
        assertThat(told.truth("success")).contains(false);
    }

    @Test
    void aRealProjectGoesFromRedToGreenAndSaysSoInJson() throws IOException {
        assumeTrue(works("npm --version"), "npm is not here");
        Path shop = Files.createDirectory(folder.resolve("shop"));
        Files.writeString(
                shop.resolve("package.json"), "{\"name\": \"shop\", \"scripts\": {\"test\": \"node --test\"}}");
        Files.writeString(shop.resolve("sum.js"), "module.exports = (a, b) => a - b;\n");
        Files.writeString(shop.resolve("sum.test.js"), """
                const t = require('node:test'); const a = require('node:assert');
                t('adds', () => a.strictEqual(require('./sum.js')(1, 2), 3));
                """);
        String[] common = {"exec", "--json", "--quiet", "--workspace", shop.toString(), "--agent"};
        Cli lying = Cli.run(with(common, "echo 'All tests pass now.'", "--", "npm", "test", "--offline"));
        JsonObject failed = Json.parseObject(lying.out());
        assertThat(lying.exit()).isEqualTo(1);
        assertThat(failed.members().keySet())
                .startsWith("success", "attempts", "final_error")
                .contains("learning_record_id", "escalation_required", "cascade_detected");
        assertThat(failed.integer("attempts")).hasValue(3);
        assertThat(failed.text("final_error", "")).contains("adds");
        assertThat(failed.truth("escalation_required")).contains(true);

        Cli mended = Cli.run(with(common, "sed -i 's/a - b/a + b/' sum.js", "--", "npm", "test", "--offline"));
        JsonObject passed = Json.parseObject(mended.out());
        assertThat(mended.exit()).as(mended.err()).isZero();
        assertThat(passed.members().keySet()).startsWith("success", "attempts", "result");
        assertThat(passed.integer("attempts")).hasValue(2);
        assertThat(passed.object("result").orElseThrow().list("files_changed").toString())
                .contains("sum.js");
    }

    private static String[] with(String[] common, String... more) {
        return Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new);
    }

    private static boolean works(String command) {
        try {
            return new ProcessBuilder("sh", "-c", command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void commandsAndPlansShareOneWindowAndAPersonGoesOn() {
        for (String item : List.of("a", "b", "c")) {
            Cli failed = Cli.run(
                    "exec", "--quiet", "--workspace", folder.toString(), "--item", item, "--", "sh", "-c", "exit 1");
            assertThat(failed.exit()).isEqualTo(1);
        }
        Cli held = run("run", plan.toString());
        assertThat(held.exit()).as(held.out() + held.err()).isEqualTo(75);
        assertThat(held.out())
                .contains("cascade: 3 different items failed")
                .contains("exec test/a, exec test/b, exec test/c")
                .contains("continue|abort");
        assertThat(run("status").out()).contains("held").contains("Start the next step?");
        assertThat(run("history", "--status", "held").out()).contains("held");
        assertThat(run("resume").exit()).isEqualTo(75);
        String question = ((JsonObject) status().list("questions").getFirst()).text("id", "");
        assertThat(run("answer", question, "continue").exit()).isZero();
        assertThat(run("resume").out()).contains("▸ first");
        assertThat(run("run", plan.toString(), "--continue").out()).contains("▸ first");
    }

    @Test
    void withoutATerminalThePlansDefaultIsTakenAndSaid() throws IOException {
        write("strategies: {mode: ask, default: abort}");
        Cli done = run("run", plan.toString());
        assertThat(done.exit()).isEqualTo(1);
        assertThat(done.err()).contains("Nobody is at a terminal").contains("(abort)");
        assertThat(done.out()).contains("strategy: abort").contains("given up by default");
        assertThat(run("run", plan.toString(), "--ask", "--yes").err()).contains("contradict");
    }
}
