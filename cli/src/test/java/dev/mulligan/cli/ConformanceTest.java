package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What was asked for, statement by statement and surface by surface: each mark of the page names a test of this build.
 * The page is written with {@code -Dmulligan.write=true} and compared otherwise.
 */
class ConformanceTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final List<String> SURFACES =
            List.of("library", "gateway", "plan steps", "exec", "server, dashboard");

    /** One line of the table. */
    private record Row(String seed, String statement, List<String> cells) {

        static Row of(String line) {
            String[] parts = line.split(" \\| ", -1);
            assertThat(parts).as(line).hasSize(2 + SURFACES.size());
            return new Row(parts[0], parts[1], List.of(parts).subList(2, parts.length));
        }
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(ROOT.resolve("conformance/statements.psv")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Row::of)
                .toList();
    }

    @Test
    void everyMarkNamesATestAndEveryGapAReason() throws IOException {
        Map<String, List<String>> tests = tests();
        for (Row row : rows()) {
            for (String cell : row.cells()) {
                if (cell.startsWith("-: ")) {
                    assertThat(cell.length()).as(row.statement()).isGreaterThan(15);
                    continue;
                }
                String[] named = cell.split("#", 2);
                assertThat(tests).as("%s: %s", row.statement(), cell).containsKey(named[0]);
                assertThat(named.length == 1
                                || tests.getOrDefault(named[0], List.of()).stream()
                                        .anyMatch(source -> source.contains(" " + named[1] + "(")))
                        .as("%s: %s", row.statement(), cell)
                        .isTrue();
            }
        }
    }

    @Test
    void thePageIsTheTable() throws IOException {
        Path page = ROOT.resolve("docs/conformance.md");
        if (Boolean.getBoolean("mulligan.write")) {
            Files.writeString(page, page());
        }
        assertThat(page).hasContent(page());
    }

    private static String page() throws IOException {
        StringBuilder text = new StringBuilder("""
                # What holds where

                Mulligan began with five documents that said what it must do. This page has their statements, and for each surface the test that shows that
                it holds there, or the reason why it has no place there. The build writes this page from `conformance/statements.psv`, checks that every test exists, and runs it.

                What a policy says is decided by one function for all of them (`NextStep.after`). `DriverContract` runs the same tests against seven drivers: the library's
                `run` and `runAsync`, a request through the gateway, a step of a plan, a candidate, a call of the review panel, and `exec`: attempts, final failures, attempt
                timeouts, deadlines, stated waits, growing waits, escalation after one, two and three failures, and exactly one end.

                """);
        text.append("| Seed | Statement | ")
                .append(String.join(" | ", SURFACES))
                .append(" |\n|---|---|");
        text.append("---|".repeat(SURFACES.size())).append('\n');
        for (Row row : rows()) {
            text.append("| ").append(row.seed()).append(" | ").append(row.statement());
            for (String cell : row.cells()) {
                text.append(" | ").append(cell.startsWith("-: ") ? "– " + cell.substring(3) : "✓ `" + cell + "`");
            }
            text.append(" |\n");
        }
        return text.toString();
    }

    private static Map<String, List<String>> tests() throws IOException {
        Map<String, List<String>> tests = new HashMap<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(path ->
                            path.toString().endsWith(".java") && path.toString().contains("/src/test/"))
                    .toList()) {
                tests.computeIfAbsent(String.valueOf(file.getFileName()).replace(".java", ""), _ -> new ArrayList<>())
                        .add(Files.readString(file));
            }
        }
        return tests;
    }
}
