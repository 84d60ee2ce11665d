package dev.mulligan.explain;

/** The readable end of a stream. */
final class Tails {
    private Tails() {}

    static String of(String raw, int max) {
        String end = raw.substring(Math.max(0, raw.length() - 4 * max));
        String plain = String.join("\n", Cleaner.lines(end)).strip();
        return plain.length() <= max ? plain : plain.substring(plain.length() - max);
    }
}
