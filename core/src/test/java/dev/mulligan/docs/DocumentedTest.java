package dev.mulligan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever uses the library can read what each public type and method of it does. */
class DocumentedTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/mulligan");
    private static final Pattern PUBLIC = Pattern.compile("\\s{0,8}public (?!static final [A-Z]).*[({].*");
    private static final Pattern OF_INTERFACE =
            Pattern.compile("    (?! |private)(?:default |static )?[\\w<>., ?]+ \\w+\\(.*\\)(?: throws .*)?(?:;| \\{)");

    @Test
    void everyPublicMemberSaysWhatItDoes() throws IOException {
        List<String> silent = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(DocumentedTest::isForUsers).toList()) {
                silent.addAll(silentIn(file));
            }
        }

        assertThat(silent).isEmpty();
    }

    private static boolean isForUsers(Path file) {
        return file.toString().endsWith(".java")
                && !file.endsWith("package-info.java")
                && !file.startsWith(SOURCES.resolve("internal"));
    }

    private static List<String> silentIn(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> silent = new ArrayList<>();
        if (lines.stream().noneMatch(line -> line.startsWith("public "))) {
            return silent;
        }
        boolean ofInterface = lines.stream().anyMatch(line -> line.matches("public (?:sealed )?interface .*"));
        String type = file.getFileName().toString().replace(".java", "");
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean shown = PUBLIC.matcher(line).matches()
                    || (ofInterface && OF_INTERFACE.matcher(line).matches());
            boolean compactConstructor = line.matches("\\s+public \\w+ \\{");
            if (shown && !compactConstructor && !isDocumented(lines, i)) {
                silent.add(type + ": " + line.strip());
            }
        }
        return silent;
    }

    private static boolean isDocumented(List<String> lines, int member) {
        int above = member - 1;
        while (lines.get(above).strip().startsWith("@")) {
            if (lines.get(above).strip().equals("@Override")) {
                return true;
            }
            above--;
        }
        return lines.get(above).strip().endsWith("*/");
    }
}
