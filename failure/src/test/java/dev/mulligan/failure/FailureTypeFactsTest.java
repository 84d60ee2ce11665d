package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the manual and the schemas say about failure types comes from the enum; {@code -Dmulligan.docs=write} writes it there. */
class FailureTypeFactsTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final String FIRST = FailureType.RATE_LIMIT.wireName();
    /** An {@code enum} of failure types, with {@code all} in front where a list of them is meant. */
    private static final Pattern CHOICES = Pattern.compile(
            "(?<=\\[)(\\s*)(\"all\",\\s*)?\"" + FIRST + "\"(?:,\\s*\"[a-z_]+\")*(,\\s*\"all\")?(?=\\s*\\])");

    private static final Pattern IN_ONE_TEXT = Pattern.compile("\\(all(?:\\|[a-z_]+)+\\)");

    @Test
    void theManualHasEveryType() throws IOException {
        String rows = types(type -> "| `" + type.wireName() + "` | " + type.meaning() + " |\n", "");
        hold(
                "docs/failures.md",
                page -> page.replaceAll(
                        "(?s)(<!-- failure types -->\n).*(<!-- end failure types -->)",
                        "$1| Type | It is this when |\n|---|---|\n" + rows + "$2"));
    }

    @Test
    void theSchemasHaveEveryType() throws IOException {
        for (String file : new String[] {"schemas/mulligan.schema.json", "schemas/plan.schema.json"}) {
            hold(file, text -> {
                String lists = CHOICES.matcher(text)
                        .replaceAll(found -> found.group(1)
                                + (found.group(2) == null ? "" : found.group(2))
                                + types(type -> "\"" + type.wireName() + "\"", "," + found.group(1))
                                + (found.group(3) == null ? "" : found.group(3)));
                return IN_ONE_TEXT.matcher(lists).replaceAll("(all|" + types(FailureType::wireName, "|") + ")");
            });
        }
    }

    private static String types(java.util.function.Function<FailureType, String> text, String between) {
        return Arrays.stream(FailureType.values()).map(text).collect(Collectors.joining(between));
    }

    private static void hold(String file, java.util.function.UnaryOperator<String> fresh) throws IOException {
        Path path = ROOT.resolve(file);
        String now = Files.readString(path);
        String wanted = fresh.apply(now);
        assertThat(Stream.of(FailureType.values()).map(FailureType::wireName)).allMatch(wanted::contains);
        if ("write".equals(System.getProperty("mulligan.docs"))) {
            Files.writeString(path, wanted);
        } else {
            assertThat(now).as(file).isEqualTo(wanted);
        }
    }
}
