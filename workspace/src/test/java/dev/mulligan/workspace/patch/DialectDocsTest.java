package dev.mulligan.workspace.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.workspace.patch.dialect.DialectSample;
import dev.mulligan.workspace.patch.dialect.EditDialect;
import dev.mulligan.workspace.patch.dialect.EditDialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The manual lists the dialects and the peers' cases from the code; {@code -Dmulligan.docs=write} brings it up to date. */
class DialectDocsTest {
    private static final Path PAGE =
            Path.of(System.getProperty("mulligan.root", "..")).resolve("docs/workspace.md");

    @Test
    void theManualHasTheTableOfDialects() throws IOException {
        compare("dialects", dialects());
    }

    @Test
    void theManualHasTheTableOfPeersCases() throws IOException {
        compare("peers", PeerCasesTest.table());
    }

    @Test
    void theManualHasTheTableOfModelsAnswers() throws IOException {
        compare("styles", PeerCasesTest.styleTable());
    }

    private static List<String> dialects() {
        List<String> rows = new ArrayList<>();
        rows.add("| Dialect | Written for | Forms that are tested |");
        rows.add("|---|---|---|");
        for (EditDialect dialect : EditDialects.ALL) {
            List<String> forms =
                    dialect.samples().stream().map(DialectSample::title).toList();
            rows.add("| " + dialect.name() + " | " + dialect.usedBy() + " | " + String.join("; ", forms) + " |");
        }
        rows.add("");
        rows.add("The same change in each of them:");
        for (EditDialect dialect : EditDialects.ALL) {
            rows.add("");
            rows.add(dialect.name() + ":");
            rows.add("");
            dialect.samples()
                    .getFirst()
                    .answer()
                    .lines()
                    .forEach(line -> rows.add(line.isEmpty() ? "" : "    " + line));
        }
        return rows;
    }

    private static void compare(String name, List<String> expected) throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        int start = page.indexOf("<!-- " + name + " -->");
        int end = page.indexOf("<!-- end " + name + " -->");
        assertThat(start).as("a line <!-- " + name + " -->").isNotNegative();
        assertThat(end).as("a line <!-- end " + name + " -->").isGreaterThan(start);
        if ("write".equals(System.getProperty("mulligan.docs"))) {
            List<String> written = new ArrayList<>(page.subList(0, start + 1));
            written.addAll(expected);
            written.addAll(page.subList(end, page.size()));
            Files.writeString(PAGE, String.join("\n", written) + "\n");
        } else {
            assertThat(page.subList(start + 1, end)).isEqualTo(expected);
        }
    }
}
