package dev.mulligan.config;

import com.google.re2j.Pattern;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one entry of {@code rules:}. */
final class RuleReader {

    private RuleReader() {}

    static Rule read(YamlValue value) {
        Mapping rule = value.asMapping("a rule");
        rule.allowOnly(
                "name", "type", "contains", "matches", "status", "header", "form", "exit", "retryable", "action");
        try {
            String name = rule.text("name").orElseThrow(() -> new IllegalArgumentException("a rule needs a name"));
            Optional<Pattern> pattern = rule.text("matches").map(text -> Rule.pattern(name, text));
            return new Rule(
                    name,
                    type(rule),
                    new Rule.Condition(
                            rule.text("contains").orElse(""),
                            pattern,
                            numbers(rule, "status"),
                            headers(rule),
                            forms(rule),
                            numbers(rule, "exit")),
                    rule.text("retryable").map(text -> truth(text)),
                    rule.text("action").map(RuleReader::action));
        } catch (IllegalArgumentException e) {
            throw value.mistake(String.valueOf(e.getMessage()));
        }
    }

    private static FailureType type(Mapping rule) {
        String name = rule.text("type")
                .orElseThrow(() -> new IllegalArgumentException("a rule needs a type, such as overloaded"));
        return FailureType.ofWireName(name)
                .orElseThrow(() -> new IllegalArgumentException("type " + name + " is not known; there are "
                        + String.join(
                                ", ",
                                Arrays.stream(FailureType.values())
                                        .map(FailureType::wireName)
                                        .toList())));
    }

    private static Set<Integer> numbers(Mapping rule, String field) {
        Set<Integer> numbers = new LinkedHashSet<>();
        for (YamlValue value : rule.list(field)) {
            try {
                numbers.add(Integer.valueOf(ConfigReader.word(value)));
            } catch (NumberFormatException e) {
                throw value.mistake(field + " must be a whole number");
            }
        }
        return numbers;
    }

    private static Map<String, String> headers(Mapping rule) {
        Map<String, String> headers = new LinkedHashMap<>();
        rule.mapping("header").members().forEach((name, value) -> headers.put(name, ConfigReader.word(value)));
        return headers;
    }

    private static Set<Evidence.Form> forms(Mapping rule) {
        Set<Evidence.Form> forms = new LinkedHashSet<>();
        for (YamlValue value : rule.list("form")) {
            String word = ConfigReader.word(value);
            forms.add(Arrays.stream(Evidence.Form.values())
                    .filter(form -> form.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst()
                    .orElseThrow(() -> value.mistake("form is http, stream, exception or process, not " + word)));
        }
        return forms;
    }

    private static Action action(String name) {
        return Arrays.stream(Action.values())
                .filter(action -> action.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("action " + name + " is not known; there are "
                        + String.join(
                                ", ",
                                Arrays.stream(Action.values())
                                        .map(Action::wireName)
                                        .toList())));
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("retryable is true or false, not " + text);
        };
    }
}
