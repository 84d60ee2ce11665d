package dev.mulligan.workspace.patch.text;

import java.util.List;

/** What two lines must share to count as the same, from everything to little. */
public enum LineKey {
    EXACT,
    TRAILING,
    WHITESPACE,
    PUNCTUATION;

    public static final List<LineKey> LADDER = List.of(values());

    public String of(String line) {
        return switch (this) {
            case EXACT -> line;
            case TRAILING -> line.stripTrailing();
            case WHITESPACE -> squeezed(line);
            case PUNCTUATION -> squeezed(Punctuation.folded(line));
        };
    }

    static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Punctuation.isOddSpace(c);
    }

    public static boolean isBlank(String line) {
        for (int i = 0; i < line.length(); i++) {
            if (!isSpace(line.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Leading white space. */
    static String indent(String line) {
        int end = 0;
        while (end < line.length() && isSpace(line.charAt(end))) {
            end++;
        }
        return line.substring(0, end);
    }

    private static String squeezed(String line) {
        StringBuilder out = new StringBuilder(line.length());
        boolean pending = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (isSpace(c)) {
                pending = true;
            } else {
                if (pending && !out.isEmpty()) {
                    out.append(' ');
                }
                pending = false;
                out.append(c);
            }
        }
        return out.toString();
    }
}
