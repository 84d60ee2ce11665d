package dev.mulligan.workspace.patch.text;

/** Typographic characters that models and editors exchange for plain ones, and back. */
public final class Punctuation {
    private Punctuation() {}

    static boolean isOddSpace(char c) {
        return c == '\u00A0' || c == '\u202F' || c == '\u2007' || c == '\u3000';
    }

    /** The plain form of a character; itself if it has none. */
    public static String plain(char c) {
        return switch (c) {
            case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032' -> "'";
            case '\u201C', '\u201D', '\u201E', '\u201F', '\u2033' -> "\"";
            case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212' -> "-";
            case '\u2026' -> "...";
            case '\u200B', '\u200C', '\u200D', '\uFEFF' -> "";
            default -> isOddSpace(c) ? " " : String.valueOf(c);
        };
    }

    public static boolean hasOddQuote(String line) {
        return line.chars().anyMatch(c -> c >= '\u2018' && c <= '\u201F');
    }

    static String folded(String line) {
        if (isPlain(line)) {
            return line;
        }
        StringBuilder out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            out.append(plain(line.charAt(i)));
        }
        return out.toString();
    }

    public static boolean isPlain(String line) {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c > 127 && !plain(c).equals(String.valueOf(c))) {
                return false;
            }
        }
        return true;
    }
}
