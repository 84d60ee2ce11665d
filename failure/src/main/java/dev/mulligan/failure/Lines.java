package dev.mulligan.failure;

/** Makes one readable line out of a piece of text. */
final class Lines {
    private Lines() {}

    /** Blanks and escaped line breaks become single spaces; other control characters and escapes go. */
    static String oneLine(String text, int from, int to, int max) {
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
            if (c == 0x1b && i + 1 < to && text.charAt(i + 1) == '[') {
                int limit = Math.min(to, i + 16);
                i += 2;
                while (i < limit && !(text.charAt(i) >= '@' && text.charAt(i) <= '~')) {
                    i++;
                }
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
}
