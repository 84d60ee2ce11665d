package dev.mulligan.failure.rule;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.match.TextWindow;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A user's own rule: under a condition, a failure is of this type.
 *
 * <p>Rules speak about failures: a process that exits 0 or a 2xx answer is only looked at by a rule that names that
 * exit code or status.
 *
 * @param retryable empty to follow the type
 * @param action empty to follow the type
 */
public record Rule(
        String name, FailureType type, Condition when, Optional<Boolean> retryable, Optional<Action> action) {

    private static final int MAX_PATTERN = 1000;
    private static final int MAX_PROGRAM = 20_000;
    private static final int MAX_TEXT = 1000;

    /**
     * What must hold of a failure. Every part that is given must hold; at least one must be given.
     *
     * @param contains text that must occur, in any case; empty for any
     * @param matches an RE2 pattern that must be found; empty for any
     * @param statuses HTTP statuses; empty for any
     * @param headers header names with the text their value must contain; empty for any
     * @param forms kinds of evidence; empty for any
     * @param exitCodes exit codes of a process; empty for any
     */
    public record Condition(
            String contains,
            Optional<Pattern> matches,
            Set<Integer> statuses,
            Map<String, String> headers,
            Set<Evidence.Form> forms,
            Set<Integer> exitCodes) {

        public Condition {
            statuses = Set.copyOf(statuses);
            headers = Map.copyOf(headers);
            forms = Set.copyOf(forms);
            exitCodes = Set.copyOf(exitCodes);
        }

        /** That a text occurs, in any case; empty for any. */
        public static Condition containing(String text) {
            return new Condition(text, Optional.empty(), Set.of(), Map.of(), Set.of(), Set.of());
        }

        /** With one of these statuses as well. */
        public Condition atStatus(Set<Integer> allowed) {
            return new Condition(contains, matches, allowed, headers, forms, exitCodes);
        }

        private boolean isEmpty() {
            return contains.isEmpty()
                    && matches.isEmpty()
                    && statuses.isEmpty()
                    && headers.isEmpty()
                    && forms.isEmpty()
                    && exitCodes.isEmpty();
        }
    }

    public Rule {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "a rule for " + type.wireName() + " has no name: give it one, `mulligan" + " classify` shows it");
        }
        if (when.contains().length() > MAX_TEXT) {
            throw new IllegalArgumentException("rule " + name + ": the text to look for has "
                    + when.contains().length() + " characters; at most " + MAX_TEXT
                    + " are allowed: use the part that identifies the failure");
        }
        if (when.isEmpty()) {
            throw new IllegalArgumentException(
                    "rule " + name + " has no condition and would match everything: give it a text, pattern, status,"
                            + " header, form or exit code");
        }
    }

    /** A rule that looks for a text, in any case. */
    public static Rule containing(String name, FailureType type, String text) {
        return new Rule(name, type, Condition.containing(text), Optional.empty(), Optional.empty());
    }

    /** A rule that looks for an RE2 pattern. */
    public static Rule matching(String name, FailureType type, String pattern) {
        Condition found =
                new Condition("", Optional.of(pattern(name, pattern)), Set.of(), Map.of(), Set.of(), Set.of());
        return new Rule(name, type, found, Optional.empty(), Optional.empty());
    }

    public Rule whenStatus(Integer... allowed) {
        return new Rule(name, type, when.atStatus(Set.of(allowed)), retryable, action);
    }

    public Rule thenRetry(boolean retry) {
        return new Rule(name, type, when, Optional.of(retry), action);
    }

    public Rule thenDo(Action first) {
        return new Rule(name, type, when, retryable, Optional.of(first));
    }

    /** Compiles a user's pattern, or says what is wrong with it. */
    public static Pattern pattern(String rule, String pattern) {
        if (pattern.length() > MAX_PATTERN) {
            throw new IllegalArgumentException("rule " + rule + ": the pattern has " + pattern.length()
                    + " characters; at most " + MAX_PATTERN + " are allowed: split it into several rules");
        }
        try {
            Pattern compiled = Pattern.compile(pattern);
            if (compiled.programSize() > MAX_PROGRAM) {
                throw new IllegalArgumentException("rule " + rule + ": the pattern \"" + pattern
                        + "\" grows too large when compiled: lower its {n,m} counts");
            }
            return compiled;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "rule " + rule + ": the pattern \"" + pattern + "\" is not valid RE2: " + e.getDescription()
                            + " near \"" + e.getPattern() + "\". Lookaround and back-references do not exist in RE2",
                    e);
        }
    }

    public boolean fits(EvidenceFacts facts) {
        if (!when.forms().isEmpty() && !when.forms().contains(facts.form())) {
            return false;
        }
        if (!when.statuses().isEmpty() && !when.statuses().contains(facts.status())) {
            return false;
        }
        if (!when.exitCodes().isEmpty() && !when.exitCodes().contains(facts.exit())) {
            return false;
        }
        if ((when.statuses().isEmpty() && facts.answered()) || (when.exitCodes().isEmpty() && facts.exit() == 0)) {
            return false;
        }
        for (Map.Entry<String, String> wanted : when.headers().entrySet()) {
            String value = facts.headers().get(wanted.getKey());
            if (value == null || !lower(value).contains(lower(wanted.getValue()))) {
                return false;
            }
        }
        return textFits(facts);
    }

    private boolean textFits(EvidenceFacts facts) {
        if (when.contains().isEmpty() && when.matches().isEmpty()) {
            return true;
        }
        for (EvidenceFacts.Part part : facts.parts()) {
            String text = TextWindow.headAndTail(part.text());
            boolean found = when.contains().isEmpty() || lower(text).contains(lower(when.contains()));
            if (found
                    && (when.matches().isEmpty()
                            || when.matches().get().matcher(text).find())) {
                return true;
            }
        }
        return false;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
