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
 * A user's own rule. Every condition that is given must hold; at least one must be given.
 *
 * <p>Rules speak about failures: a process that exits 0 or a 2xx answer is only looked at by a rule that names that
 * exit code or status.
 *
 * @param contains text that must occur, in any case; empty for any
 * @param matches an RE2 pattern that must be found; empty for any
 * @param statuses HTTP statuses; empty for any
 * @param headers header names with the text their value must contain; empty for any
 * @param forms kinds of evidence; empty for any
 * @param exitCodes exit codes of a process; empty for any
 * @param retryable empty to follow the type
 * @param action empty to follow the type
 */
public record Rule(
        String name,
        FailureType type,
        String contains,
        Optional<Pattern> matches,
        Set<Integer> statuses,
        Map<String, String> headers,
        Set<Evidence.Form> forms,
        Set<Integer> exitCodes,
        Optional<Boolean> retryable,
        Optional<Action> action) {

    private static final int MAX_PATTERN = 1000;
    private static final int MAX_PROGRAM = 20_000;
    private static final int MAX_TEXT = 1000;

    public Rule {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "a rule for " + type.wireName() + " has no name: give it one, `mulligan" + " classify` shows it");
        }
        if (contains.length() > MAX_TEXT) {
            throw new IllegalArgumentException("rule " + name + ": the text to look for has " + contains.length()
                    + " characters; at most " + MAX_TEXT + " are allowed: use the part that identifies the failure");
        }
        if (contains.isEmpty()
                && matches.isEmpty()
                && statuses.isEmpty()
                && headers.isEmpty()
                && forms.isEmpty()
                && exitCodes.isEmpty()) {
            throw new IllegalArgumentException(
                    "rule " + name + " has no condition and would match everything: give it a text, pattern, status,"
                            + " header, form or exit code");
        }
        statuses = Set.copyOf(statuses);
        headers = Map.copyOf(headers);
        forms = Set.copyOf(forms);
        exitCodes = Set.copyOf(exitCodes);
    }

    /** A rule that looks for a text, in any case. */
    public static Rule containing(String name, FailureType type, String text) {
        return new Rule(
                name,
                type,
                text,
                Optional.empty(),
                Set.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** A rule that looks for an RE2 pattern. */
    public static Rule matching(String name, FailureType type, String pattern) {
        return new Rule(
                name,
                type,
                "",
                Optional.of(pattern(name, pattern)),
                Set.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Optional.empty());
    }

    public Rule whenStatus(Integer... allowed) {
        return new Rule(name, type, contains, matches, Set.of(allowed), headers, forms, exitCodes, retryable, action);
    }

    public Rule thenRetry(boolean retry) {
        return new Rule(name, type, contains, matches, statuses, headers, forms, exitCodes, Optional.of(retry), action);
    }

    public Rule thenDo(Action first) {
        return new Rule(
                name, type, contains, matches, statuses, headers, forms, exitCodes, retryable, Optional.of(first));
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
        if (!forms.isEmpty() && !forms.contains(facts.form())) {
            return false;
        }
        if (!statuses.isEmpty() && !statuses.contains(facts.status())) {
            return false;
        }
        if (!exitCodes.isEmpty() && !exitCodes.contains(facts.exit())) {
            return false;
        }
        if ((statuses.isEmpty() && facts.answered()) || (exitCodes.isEmpty() && facts.exit() == 0)) {
            return false;
        }
        for (Map.Entry<String, String> wanted : headers.entrySet()) {
            String value = facts.headers().get(wanted.getKey());
            if (value == null || !lower(value).contains(lower(wanted.getValue()))) {
                return false;
            }
        }
        return textFits(facts);
    }

    private boolean textFits(EvidenceFacts facts) {
        if (contains.isEmpty() && matches.isEmpty()) {
            return true;
        }
        for (EvidenceFacts.Part part : facts.parts()) {
            String text = TextWindow.headAndTail(part.text());
            boolean found = contains.isEmpty() || lower(text).contains(lower(contains));
            if (found && (matches.isEmpty() || matches.get().matcher(text).find())) {
                return true;
            }
        }
        return false;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
