package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.EventTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The manual shows code that runs: every Java block after {@code <!-- snippet: FILE#TAG -->} equals that region of a
 * passing test. Run with {@code -Dmulligan.docs=write} to bring the manual up to date.
 */
class DocsTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final String MARK = "<!-- snippet: ";

    @Test
    void noPageHasTheMarksOfAnUnfinishedMerge() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readAllLines(page)).as(page.toString()).noneMatch(line -> line.startsWith("<<<<<<< HEAD"));
        }
    }

    @Test
    void snippetsAreRegionsOfPassingTests() throws IOException {
        boolean write = "write".equals(System.getProperty("mulligan.docs"));
        int snippets = 0;
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                expected.add(lines.get(i));
                if (lines.get(i).startsWith(MARK)) {
                    snippets++;
                    String reference =
                            lines.get(i).substring(MARK.length(), lines.get(i).indexOf(" -->"));
                    expected.add("```java");
                    expected.addAll(region(reference));
                    expected.add("```");
                    int end = i + 2;
                    while (!lines.get(end).equals("```")) {
                        end++;
                    }
                    i = end;
                }
            }
            if (write) {
                Files.writeString(page, String.join("\n", expected) + "\n");
            } else {
                assertThat(lines).as(page.toString()).isEqualTo(expected);
            }
        }
        assertThat(snippets).isGreaterThan(5);
    }

    @Test
    void linksBetweenPagesLeadSomewhere() throws IOException {
        for (Path page : pages()) {
            String text = Files.readString(page);
            for (int at = text.indexOf("]("); at >= 0; at = text.indexOf("](", at + 2)) {
                String target = text.substring(at + 2, text.indexOf(')', at));
                if (!target.contains("://") && !target.startsWith("#")) {
                    Path file = page.resolveSibling(target.split("#", 2)[0]);
                    assertThat(file).as("link in " + page).exists();
                }
            }
        }
    }

    @Test
    void everyTypeOfEventIsNamed() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/store.md"));

        assertThat(EventTypes.byName().keySet())
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(
                            docs.filter(file -> file.toString().endsWith(".md")),
                            Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
                                    .map(ROOT::resolve))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> region(String reference) throws IOException {
        String[] parts = reference.split("#", 2);
        List<String> lines = Files.readAllLines(ROOT.resolve(parts[0]));
        int start = indexOf(lines, "// tag::" + parts[1] + "[]", reference);
        int end = indexOf(lines, "// end::" + parts[1] + "[]", reference);
        return lines.subList(start + 1, end).stream()
                .map(line -> line.isBlank() ? "" : line.substring(8))
                .toList();
    }

    private static int indexOf(List<String> lines, String mark, String reference) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(mark)) {
                return i;
            }
        }
        throw new AssertionError(reference + " has no line " + mark);
    }
}
