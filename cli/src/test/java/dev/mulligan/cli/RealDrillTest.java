package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code mulligan drill} with the clients as npm has them today finds what the client matrix of docs/gateway.md found.
 * Run with {@code mvn -Pclients verify -pl cli -am -Dtest=RealDrillTest -Dsurefire.failIfNoSpecifiedTests=false}; needs
 * npm with a registry, and the right to make a network namespace.
 */
@Tag("clients")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RealDrillTest {

    /** The drill's faults by the matrix's names. */
    private static final Map<String, String> MATRIX = Map.ofEntries(
            Map.entry("overloaded", "status, code: 529"),
            Map.entry("server-error", "status, code: 500"),
            Map.entry("unavailable", "status, code: 503"),
            Map.entry("bad-gateway", "html-502"),
            Map.entry("rate-limit", "status, code: 429, headers: {retry-after: 1}"),
            Map.entry("rate-limit-bare", "status, code: 429"),
            Map.entry("reset", "reset"),
            Map.entry("closed", "close"),
            Map.entry("error-first", "error-event, where: first"),
            Map.entry("error-started", "error-event, where: after-start"),
            Map.entry("error-late", "error-event, where: after-content"),
            Map.entry("reset-stream", "reset-stream, where: after-content"),
            Map.entry("cut-stream", "cut-stream, where: after-content"),
            Map.entry("malformed", "malformed, where: after-start"),
            Map.entry("empty-body", "empty-body"),
            Map.entry("web-page", "html-body"),
            Map.entry("empty-content", "empty-content"),
            Map.entry("bad-key", "status, code: 401"),
            Map.entry("no-credit", "no-credit"),
            Map.entry("too-long", "context-limit"));

    private static final Set<String> LASTING = Set.of("bad-key", "no-credit", "too-long");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(PlanClient.class)
    void theAloneColumnIsThatOfTheMatrixAndEverythingIsSurvivedThroughTheGateway(PlanClient client) throws Exception {
        Path program = ClientPrograms.installed(client);
        Map<String, String> matrix = alone(client == PlanClient.CLAUDE ? "CLAUDE_CODE" : "CODEX");

        JsonObject card = ClientPrograms.isolated(
                DrillTrial.class, folder.resolve("errors"), client.name(), program.toString(), folder.toString());

        SoftAssertions all = new SoftAssertions();
        int lines = 0;
        for (Object one : card.list("faults")) {
            JsonObject line = (JsonObject) one;
            String name = line.text("name", "");
            String verdict = verdict(line, "alone");
            System.out.printf("| %s | %s | %s |%n", line.text("title", ""), cell(line, "alone"), cell(line, "gateway"));
            all.assertThat(verdict).as(client + " alone: " + name).isEqualTo(expected(name, matrix));
            all.assertThat(verdict(line, "gateway"))
                    .as(client + " through the gateway: " + name)
                    .isEqualTo("survived");
            lines++;
        }
        all.assertAll();
        assertThat(lines).isEqualTo(MATRIX.size());
    }

    private static String verdict(JsonObject line, String side) {
        return line.object(side).orElseThrow().text("verdict", "");
    }

    private static String cell(JsonObject line, String side) {
        JsonObject told = line.object(side).orElseThrow();
        boolean said =
                LASTING.contains(line.text("name", "")) && verdict(line, side).equals("survived");
        long calls = told.number("calls").orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s, %.1f s, %d call%s",
                said ? "said so" : verdict(line, side),
                told.number("millis").orElseThrow() / 1000.0,
                calls,
                calls == 1 ? "" : "s");
    }

    /** The same end in the drill's words. */
    private static String expected(String name, Map<String, String> matrix) {
        String found = String.valueOf(matrix.get(MATRIX.get(name))).split("[,:]", 2)[0];
        return switch (found) {
            case "done" -> "survived";
            case "fails" -> LASTING.contains(name) ? "survived" : "gave up";
            case "silent" -> "wrongly done";
            case "hangs" -> "hung";
            default -> "not in the matrix: " + name;
        };
    }

    /** What the matrix found for the client alone, by fault. */
    private static Map<String, String> alone(String client) throws IOException {
        Map<String, String> cells = new HashMap<>();
        Path file = Path.of(System.getProperty("mulligan.root", ".."))
                .resolve("gateway/src/test/clients")
                .resolve(client + ".tsv");
        for (String line : Files.readAllLines(file)) {
            String[] row = line.split("\t", -1);
            if (row[1].equals("direct")) {
                cells.put(row[0].replace("fault: ", ""), row[2]);
            }
        }
        return cells;
    }
}
