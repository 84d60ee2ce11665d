package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manual names a test for each threat and for each fault of a bad day: every one of them exists. */
class SecurityPageTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z0-9]*(?:Test|Check))(?:#([A-Za-z0-9]+)(…)?)?`");

    @Test
    void everyNamedTestOfAThreatIsThere() throws IOException {
        assertThat(namedTests("docs/security.md")).isGreaterThan(80);
    }

    @Test
    void everyNamedTestOfABadDayIsThere() throws IOException {
        assertThat(namedTests("docs/operations.md")).isGreaterThan(30);
    }

    private static int namedTests(String page) throws IOException {
        Map<String, String> tests = new HashMap<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(path ->
                            path.toString().endsWith(".java") && path.toString().contains("/src/test/"))
                    .toList()) {
                tests.merge(
                        String.valueOf(file.getFileName()).replace(".java", ""),
                        Files.readString(file),
                        String::concat);
            }
        }
        Matcher named = NAMED.matcher(Files.readString(ROOT.resolve(page)));
        int count = 0;
        while (named.find()) {
            count++;
            assertThat(tests).as(named.group()).containsKey(named.group(1));
            if (named.group(2) != null) {
                String method = " " + named.group(2) + (named.group(3) == null ? "(" : "");
                assertThat(tests.get(named.group(1))).as(named.group()).contains(method);
            }
        }
        return count;
    }
}
