package dev.mulligan.policy;

import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the plain values that YAML, JSON and flags give, and shows them again. */
final class PolicyValues {

    private PolicyValues() {}

    static String text(String field, Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new InvalidPolicyException(field, String.valueOf(value), "must be a word");
    }

    static int whole(String field, Object value) {
        double number = number(field, value);
        PolicyChecks.when(
                number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE,
                field,
                value,
                "must be a whole number");
        return (int) number;
    }

    static double number(String field, Object value) {
        try {
            double number = value instanceof Number n ? n.doubleValue() : Double.parseDouble(text(field, value));
            PolicyChecks.when(!Double.isFinite(number), field, value, "must be a finite number");
            return number;
        } catch (NumberFormatException e) {
            throw new InvalidPolicyException(field, String.valueOf(value), "must be a number");
        }
    }

    static Duration duration(String field, Object value) {
        return PolicyText.parseDuration(field, String.valueOf(value));
    }

    static Backoff kind(Backoff backoff, String name) {
        Backoff.Kind kind = Backoff.Kind.ofWireName(name)
                .orElseThrow(() -> new InvalidPolicyException(
                        "backoff", name, "is not known; write exponential, linear or fixed"));
        double factor = kind == Backoff.Kind.EXPONENTIAL && backoff.factor() <= 1 ? 2 : backoff.factor();
        return new Backoff(kind, backoff.base(), factor, backoff.cap(), backoff.jitter());
    }

    /** A base above the cap that another layer set lifts the cap: the layer on top means what it says. */
    static Backoff base(Backoff backoff, Duration base) {
        Duration cap = backoff.cap().compareTo(base) < 0 ? base : backoff.cap();
        return new Backoff(backoff.kind(), base, backoff.factor(), cap, backoff.jitter());
    }

    static Jitter jitter(String name) {
        return Jitter.ofWireName(name)
                .orElseThrow(() -> new InvalidPolicyException(
                        "jitter", name, "is not known; write off, ten_percent, full or decorrelated"));
    }

    static LongWait longWait(String name) {
        return LongWait.ofWireName(name)
                .orElseThrow(() -> new InvalidPolicyException(
                        "onLongWait", name, "is not known; write fall_back, schedule, ask or give_up"));
    }

    static Set<FailureType> types(String field, Object value) {
        EnumSet<FailureType> types = EnumSet.noneOf(FailureType.class);
        for (String name : words(field, value)) {
            if (name.equals("all")) {
                return EnumSet.allOf(FailureType.class);
            }
            types.add(FailureType.ofWireName(name)
                    .orElseThrow(() -> new InvalidPolicyException(
                            field,
                            name,
                            "is not a failure type; there are "
                                    + String.join(
                                            ", ",
                                            Arrays.stream(FailureType.values())
                                                    .map(FailureType::wireName)
                                                    .toList()))));
        }
        return types;
    }

    static List<TextRule> texts(String field, Object value) {
        return words(field, value).stream().map(TextRule::of).toList();
    }

    private static List<String> words(String field, Object value) {
        if (value instanceof Collection<?> many) {
            return many.stream().map(one -> text(field, one)).toList();
        }
        return Arrays.stream(text(field, value).split(","))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    static String show(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    static String show(Optional<Duration> duration) {
        return duration.map(PolicyText::duration).orElse("none");
    }

    static String show(Set<FailureType> types) {
        if (types.size() == FailureType.values().length) {
            return "all";
        }
        return types.isEmpty()
                ? "none"
                : String.join(
                        ", ", types.stream().sorted().map(FailureType::wireName).toList());
    }

    static String show(List<TextRule> texts) {
        return texts.isEmpty()
                ? "none"
                : String.join(", ", texts.stream().map(PolicyValues::show).toList());
    }

    private static String show(TextRule rule) {
        return rule.maxAttempts() == Integer.MAX_VALUE
                ? "'" + rule.text() + "'"
                : "'" + rule.text() + "' (at most " + rule.maxAttempts() + " attempts)";
    }
}
