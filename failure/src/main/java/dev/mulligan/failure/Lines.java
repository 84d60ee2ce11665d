package dev.mulligan.failure;

/** Makes one readable line out of a piece of text. */
final class Lines {
    private static final int MAX_COLOUR_CODE = 16;

    private Lines() {}

    /** Blanks and escaped line breaks become single spaces; other control characters and escapes go. */
    static String oneLine(String text, int from, int to, int max) {
        int plain = from;
        while (plain < to && isPlain(text.charAt(plain)) && (plain == from || !twoBlanks(text, plain))) {
            plain++;
        }
        boolean trimmed = from == to || (text.charAt(from) != ' ' && text.charAt(to - 1) != ' ');
        return plain == to && to - from <= max && trimmed ? text.substring(from, to) : cleaned(text, from, to, max);
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '\\' && c != 0x7f;
    }

    private static boolean twoBlanks(String text, int at) {
        return text.charAt(at) == ' ' && text.charAt(at - 1) == ' ';
    }

    private static String cleaned(String text, int from, int to, int max) {
        StringBuilder line = new StringBuilder(Math.min(to - from, max) + 1);
        boolean blank = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < to) {
                char escaped = text.charAt(i + 1);
                if (escaped == 'n' || escaped == 'r' || escaped == 't') {
                    i++;
                    c = ' ';
                } else {
                    continue;
                }
            }
            if (c == 0x1b) {
                i = afterColourCode(text, i, to);
                continue;
            }
            if (c <= ' ' || c == 0x7f) {
                if (!blank) {
                    line.append(' ');
                    blank = true;
                }
                continue;
            }
            blank = false;
            if (line.length() >= max) {
                return line.append('…').toString();
            }
            line.append(c);
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == ' ') {
            line.setLength(end - 1);
        }
        return line.toString();
    }

    /** The last character of the colour code that begins at {@code at}, or {@code at} itself. */
    static int afterColourCode(String text, int at, int to) {
        if (at + 1 >= to || text.charAt(at + 1) != '[') {
            return at;
        }
        int limit = Math.min(to, at + MAX_COLOUR_CODE);
        for (int i = at + 2; i < limit; i++) {
            char c = text.charAt(i);
            if (c >= '@' && c <= '~') {
                return i;
            }
        }
        return at + 1;
    }
}
