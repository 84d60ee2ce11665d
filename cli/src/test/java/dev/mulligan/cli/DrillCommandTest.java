package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scorecard of a command that has no patience of its own. */
class DrillCommandTest {

    @TempDir
    Path folder;

    @Test
    void whatACommandDoesNotSurviveAloneItSurvivesThroughTheGateway() throws Exception {
        Path junit = folder.resolve("drill.xml");
        Path html = folder.resolve("drill.html");

        Cli drill = Cli.run(
                "drill",
                "--only",
                "overloaded,empty-body,bad-key",
                "--json",
                "--junit",
                junit.toString(),
                "--html",
                html.toString(),
                "--",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OneTurn.class.getName(),
                "plainly");

        assertThat(drill.exit()).as(drill.err()).isZero();
        JsonObject card = Json.parseObject(drill.out());
        assertThat(verdicts(card, "alone")).containsExactly("gave up", "wrongly done", "survived");
        assertThat(verdicts(card, "gateway")).containsOnly("survived");
        assertThat(calls(card, "alone")).containsExactly(1L, 1L, 1L);
        assertThat(calls(card, "gateway")).containsExactly(3L, 3L, 1L);
        assertThat(Files.readString(junit))
                .contains("tests=\"3\" failures=\"0\"")
                .contains("alone: gave up")
                .contains("alone: said so");
        assertThat(Files.readString(html)).contains("alone 1 of 3, through Mulligan 3 of 3");
    }

    @Test
    void aCommandThatFailsByItselfIsNotMeasured() {
        Cli drill = Cli.run("drill", "--", "false");
        assertThat(drill.exit()).isEqualTo(2);
        assertThat(drill.err()).contains("without any fault the command made no call to the simulated provider");
        assertThat(Cli.run("drill", "--timeout", "0", "--", "true").err()).contains("--timeout 0 lets nothing end");
        assertThat(Cli.run("drill", "--only", "overload", "--", "true").err()).contains("did you mean overloaded?");
    }

    /** Paths from the folder that the tests run in, since a program cannot change its own. */
    @Test
    void aProgramIsNamedFromHereAndAFileThatItWouldNotFindIsTold() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        Path script = Files.writeString(folder.resolve("agent.sh"), "#!/bin/sh\necho started >&2\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        Cli program = Cli.run("drill", "--", "./" + here.relativize(script));
        Cli argument = Cli.run("drill", "--", "sh", here.relativize(script).toString());

        assertThat(program.err())
                .contains("made no call to the simulated provider")
                .contains("started");
        assertThat(argument.err()).contains(here.relativize(script) + " lies in this folder");
    }

    private static List<String> verdicts(JsonObject card, String side) {
        return results(card, side).stream()
                .map(result -> result.text("verdict", ""))
                .toList();
    }

    private static List<Long> calls(JsonObject card, String side) {
        return results(card, side).stream()
                .map(result -> result.number("calls").orElseThrow())
                .toList();
    }

    private static List<JsonObject> results(JsonObject card, String side) {
        return card.list("faults").stream()
                .map(line -> ((JsonObject) line).object(side).orElseThrow())
                .toList();
    }
}
