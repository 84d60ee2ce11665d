package dev.mulligan.failure.rule;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.match.Phrases;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A rule of the book while its lines are being read. */
final class RuleDraft {
    private final Phrases phrases;
    private final String name;
    private final FailureType type;
    private final List<Integer> any = new ArrayList<>();
    private final List<List<Integer>> and = new ArrayList<>();
    private final List<Integer> not = new ArrayList<>();
    private final Set<Evidence.Form> forms = EnumSet.noneOf(Evidence.Form.class);
    private final List<Envelope.StatusRange> statuses = new ArrayList<>();
    private final Set<Integer> exits = new HashSet<>();
    private Set<String> signals = Set.of();
    private List<String> commands = List.of();
    private Optional<Boolean> agent = Optional.empty();
    private Optional<ErrorType> errorType = Optional.empty();
    private Optional<Boolean> retryable = Optional.empty();
    private Optional<Action> action = Optional.empty();
    private BookRule.Scope scope = BookRule.Scope.CAUSE;

    RuleDraft(String head, Phrases phrases) {
        this.phrases = phrases;
        int close = head.indexOf(']');
        if (close < 0) {
            throw new IllegalArgumentException("the rule's name needs a closing ]");
        }
        name = head.substring(1, close);
        List<String> words = PhraseLine.split(head.substring(close + 1).strip(), " ");
        Optional<FailureType> named = FailureType.ofWireName(words.getFirst());
        if (named.isEmpty()) {
            throw new IllegalArgumentException("no failure type is called " + words.getFirst());
        }
        type = named.get();
        for (String word : words.subList(1, words.size())) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("expected key=value, found " + word);
            }
            key(word.substring(0, equals), word.substring(equals + 1));
        }
    }

    private void key(String key, String value) {
        String[] items = value.split(",", -1);
        switch (key) {
            case "retry" -> retryable = Optional.of(value.equals("yes"));
            case "action" -> action = Optional.of(Action.valueOf(value.toUpperCase(Locale.ROOT)));
            case "error" -> errorType = Optional.of(ErrorType.valueOf(value.toUpperCase(Locale.ROOT)));
            case "of" -> scope = BookRule.Scope.valueOf(value.toUpperCase(Locale.ROOT));
            case "agent" -> agent = Optional.of(value.equals("yes"));
            case "signal" -> signals = Set.of(items);
            case "command" -> commands = List.of(items);
            case "status" -> {
                for (String item : items) {
                    statuses.add(range(item));
                }
            }
            case "form" -> {
                for (String item : items) {
                    forms.add(Evidence.Form.valueOf(item.toUpperCase(Locale.ROOT)));
                }
            }
            case "exit" -> {
                for (String item : items) {
                    exits.add(Integer.valueOf(item));
                }
            }
            default -> throw new IllegalArgumentException("no key is called " + key);
        }
    }

    private static Envelope.StatusRange range(String item) {
        int dash = item.indexOf('-');
        return dash < 0
                ? new Envelope.StatusRange(Integer.parseInt(item), Integer.parseInt(item))
                : new Envelope.StatusRange(
                        Integer.parseInt(item.substring(0, dash)), Integer.parseInt(item.substring(dash + 1)));
    }

    void phraseLine(String line) {
        int blank = line.indexOf(' ');
        String kind = blank < 0 ? line : line.substring(0, blank);
        List<Integer> group = new ArrayList<>();
        for (String phrase : PhraseLine.split(line.substring(kind.length()), " | ")) {
            group.add(phrases.add(phrase));
        }
        switch (kind) {
            case "any" -> any.addAll(group);
            case "and" -> and.add(group);
            case "not" -> not.addAll(group);
            default -> throw new IllegalArgumentException("expected any, and or not, found " + kind);
        }
    }

    BookRule rule() {
        return new BookRule(
                new Cause(name, type, errorType, retryable, action),
                scope,
                new PhraseCondition(any, and, not),
                new Envelope(Set.copyOf(forms), List.copyOf(statuses), Set.copyOf(exits), signals, commands, agent));
    }
}
