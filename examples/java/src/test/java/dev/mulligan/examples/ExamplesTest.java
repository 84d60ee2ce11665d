package dev.mulligan.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example runs and prints what it says. */
class ExamplesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FirstProgram     | answer to "Why is the sky blue?", at call 3
            EndAsValue       | Auth error: FIX_CONFIG, calls: 1
            WaitForResult    | done after 4 questions
            ErrorInPrompt    | port 443
            StrongerModel    | done by a stronger model: true
            SharedProtection | CLOSED
            StreamedAnswer   | COMMITTED after 2 attempts
            InBackground     | cancelled: true
            AfterACrash      | goes on with attempt 3
            OwnRules         | answer to "soup", at call 2
            LimitedSpending  | BUDGET after 3 calls
            """)
    void runs(String name, String lastLine) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Class.forName("dev.mulligan.examples." + name)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).last().isEqualTo(lastLine);
    }

    @Test
    void noneIsForgotten() throws IOException {
        String table = Files.readString(Path.of("src/test/java/dev/mulligan/examples/ExamplesTest.java"));
        try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/mulligan/examples"))) {
            assertThat(files.filter(ExamplesTest::hasMain)
                            .map(file -> file.getFileName().toString().replace(".java", "")))
                    .isNotEmpty()
                    .allMatch(name -> table.contains(name + " "));
        }
    }

    private static boolean hasMain(Path file) {
        try {
            return Files.readString(file).contains("void main(");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
