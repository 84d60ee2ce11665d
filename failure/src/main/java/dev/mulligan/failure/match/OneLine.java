package dev.mulligan.failure.match;

/** Makes one readable line out of a piece of text. */
public final class OneLine {
    private static final int MAX_COLOUR_CODE = 16;

    private OneLine() {}

    /** Blanks and escaped line breaks become single spaces; other control characters and escapes go. */
    public static String oneLine(String text, int from, int to, int max) {
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
        char[] line = new char[Math.min(to - from, max)];
        int length = 0;
        boolean blank = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < to) {
                char escaped = text.charAt(i + 1);
                if (escaped != 'n' && escaped != 'r' && escaped != 't') {
                    continue;
                }
                i++;
                c = ' ';
            } else if (c == 0x1b) {
                i = afterColourCode(text, i, to);
                continue;
            }
            boolean visible = c > ' ' && c != 0x7f;
            if (!visible && blank) {
                continue;
            }
            if (length == max) {
                return new String(line, 0, length) + "...";
            }
            blank = !visible;
            line[length++] = visible ? c : ' ';
        }
        return new String(line, 0, length > 0 && blank ? length - 1 : length);
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
