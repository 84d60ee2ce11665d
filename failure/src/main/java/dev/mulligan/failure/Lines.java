package dev.mulligan.failure;

/** Makes one readable line out of a piece of text. */
final class Lines {
    private static final int MAX_COLOUR_CODE = 16;

    private Lines() {}

    /** Blanks and escaped line breaks become single spaces; other control characters and escapes go. */
    static String oneLine(String text, int from, int to, int max) {
        return to - from <= max && isClean(text, from, to) ? text.substring(from, to) : cleaned(text, from, to, max);
    }

    private static boolean isClean(String text, int from, int to) {
        char last = ' ';
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '\\' || c == 0x7f || (c == ' ' && last == ' ')) {
                return false;
            }
            last = c;
        }
        return last != ' ' || from == to;
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
