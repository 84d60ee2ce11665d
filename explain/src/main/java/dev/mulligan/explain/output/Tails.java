package dev.mulligan.explain.output;

/** The readable end of a stream. */
public final class Tails {
    private Tails() {}

    public static String of(String raw, int max) {
        String end = raw.substring(Math.max(0, raw.length() - 4 * max));
        String plain = String.join("\n", Cleaner.lines(end)).strip();
        return plain.length() <= max ? plain : plain.substring(plain.length() - max);
    }
}
