package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The manual's table of acceptance criteria names the tests that there are, no more and no fewer. */
class CriteriaTest {

    private static final List<Class<?>> STORIES = List.of(
            Us001AutoRetryTest.class,
            Us002ContextRetryTest.class,
            Us003EscalationTest.class,
            Us004PoliciesTest.class,
            Us005AnalyticsTest.class);

    private static Map<String, String> tests() {
        return STORIES.stream()
                .flatMap(story -> Arrays.stream(story.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .collect(Collectors.toMap(
                        CriteriaTest::criterion,
                        method -> method.getDeclaringClass().getSimpleName() + "." + method.getName(),
                        (one, other) -> one + " and " + other,
                        TreeMap::new));
    }

    private static String criterion(Method method) {
        String name = method.getAnnotation(DisplayName.class).value();
        return name.substring(0, name.indexOf(':'));
    }

    @Test
    void eachCriterionOfTheFiveStoriesHasOneTest() {
        Map<String, Long> perStory = tests().keySet().stream()
                .collect(Collectors.groupingBy(id -> id.substring(0, 6), Collectors.counting()));
        assertThat(perStory).isEqualTo(Map.of("US-001", 6L, "US-002", 5L, "US-003", 5L, "US-004", 5L, "US-005", 5L));
    }

    @Test
    void theManualNamesThem() throws Exception {
        Path manual = Path.of(System.getProperty("mulligan.root", ".."), "docs", "dashboard.md");
        try (Stream<String> lines = Files.lines(manual)) {
            Map<String, String> told = lines.filter(line -> line.startsWith("| US-"))
                    .map(line -> line.split("\\|", -1))
                    .collect(Collectors.toMap(
                            cells -> cells[1].strip(),
                            cells -> cells[3].strip().replace("`", ""),
                            (one, other) -> one + " and " + other,
                            TreeMap::new));
            assertThat(told).isEqualTo(tests());
        }
    }
}
