package dev.mulligan.event;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

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

    private static final Secrets SHAPES_ONLY = new Secrets(List.of());
    private static final int SHORTEST_LITERAL = 6;

    private final List<String> literals;

    private Secrets(List<String> literals) {
        this.literals = literals;
    }

    public static Secrets byShape() {
        return SHAPES_ONLY;
    }

    /** Also hides these very values. Short ones are left out: they would tear holes into ordinary text. */
    public static Secrets knowing(Collection<String> values) {
        // Longest first: a secret that contains another must go as a whole.
        return new Secrets(values.stream()
                .map(String::strip)
                .filter(value -> value.length() >= SHORTEST_LITERAL)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    public static String redact(String text) {
        return SHAPES_ONLY.in(text);
    }

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
        return new SecretScan(rest).run();
    }
}
