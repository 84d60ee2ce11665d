package dev.mulligan.redact;

import dev.mulligan.event.Event;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Takes secrets out of text before it is written anywhere. One pass, linear in the text: keys by their shape, values by
 * the name they are assigned to, header values, passwords in addresses, private keys, and literal values known to be
 * secret, such as those of a {@code .env} file.
 *
 * <p>Errs on the side of hiding, but leaves alone what error messages need: counts such as {@code max_tokens=4096},
 * placeholders, and prose such as "unexpected token: identifier".
 */
public final class Secrets {

    /** What stands where a secret stood. */
    public static final String REDACTED = "[redacted]";

    private static final Secrets SHAPES_ONLY = new Secrets(List.of(), true);
    private static final int SHORTEST_LITERAL = 6;
    /** Of shapes alone: which literal values are secret differs from one of these to the next. */
    private static final CleanTexts WITHOUT_SHAPES = new CleanTexts();

    private final List<String> literals;
    private final boolean shapes;

    private Secrets(List<String> literals, boolean shapes) {
        this.literals = literals;
        this.shapes = shapes;
    }

    /** Knows secrets by their shape and their names alone. Immutable, as all of these are. */
    public static Secrets byShape() {
        return SHAPES_ONLY;
    }

    /** Also hides these very values. Short ones are left out: they would tear holes into ordinary text. */
    public static Secrets knowing(Collection<String> values) {
        // Longest first: a secret that contains another must go as a whole.
        return new Secrets(
                values.stream()
                        .map(String::strip)
                        .filter(value -> value.length() >= SHORTEST_LITERAL)
                        .distinct()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList(),
                true);
    }

    /** The text without secrets that can be known by their shape. */
    public static String redact(String text) {
        return SHAPES_ONLY.in(text);
    }

    /** The text without secrets. */
    public String in(String text) {
        if (text.length() < SHORTEST_LITERAL) {
            return text;
        }
        String rest = text;
        for (String literal : literals) {
            if (rest.contains(literal)) {
                rest = rest.replace(literal, REDACTED);
            }
        }
        return shapes ? withoutShapes(rest) : rest;
    }

    private static String withoutShapes(String text) {
        if (WITHOUT_SHAPES.has(text)) {
            return text;
        }
        String found = new SecretScan(text).run();
        if (found.equals(text)) {
            WITHOUT_SHAPES.add(text);
        }
        return found;
    }

    /** An event with no secret in any of its texts: messages, names of models, sessions and projects, identifiers. */
    public Event in(Event event) {
        return EventSecrets.in(event, this);
    }

    /** Only the known values, for what was searched for shapes before; empty when there are none. */
    public Optional<Secrets> literalsOnly() {
        return literals.isEmpty() ? Optional.empty() : Optional.of(new Secrets(literals, false));
    }
}
