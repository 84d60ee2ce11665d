package dev.mulligan.text;

/** Text as a terminal should show it: without orders to the terminal, whoever wrote them into it. */
public final class TerminalText {
    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';

    private TerminalText() {}

    /** Without escape sequences, control characters and characters that turn text around; tabs and lines stay. */
    public static String clean(String text) {
        int at = plainUntil(text);
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length()).append(text, 0, at);
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ESCAPE || (c >= '\u0080' && c <= '\u009f')) {
                at = behindSequence(text, at);
            } else {
                if (isShown(c)) {
                    out.append(c);
                }
                at++;
            }
        }
        return out.toString();
    }

    private static int plainUntil(String text) {
        int at = 0;
        while (at < text.length() && isShown(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isShown(char c) {
        return c == '\t' || c == '\n' || (c >= ' ' && !isOrder(c));
    }

    /** Delete, the second set of control characters, and marks that change the direction of what follows. */
    static boolean isOrder(char c) {
        return (c >= '\u007f' && c <= '\u009f')
                || c == '\u061c'
                || c == '\u200e'
                || c == '\u200f'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }

    private static int behindSequence(String text, int start) {
        char first = text.charAt(start);
        int at = start + 1;
        char kind = first;
        if (first == ESCAPE) {
            if (at >= text.length()) {
                return at;
            }
            kind = (char) (text.charAt(at) + 0x40);
            at++;
        }
        return switch (kind) {
            case '\u009b' -> behindFinal(text, at);
            case '\u0090', '\u0098', '\u009d', '\u009e', '\u009f' -> behindString(text, at);
            default -> first == ESCAPE ? behindShort(text, start + 1) : at;
        };
    }

    /** Control sequences: parameters, then one letter. */
    private static int behindFinal(String text, int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < '@') {
            at++;
        }
        boolean ended = at < text.length() && text.charAt(at) >= '@' && text.charAt(at) <= '~';
        return ended ? at + 1 : at;
    }

    /** Titles, links and the like go on to their terminator; one that is never ended takes no further line with it. */
    private static int behindString(String text, int start) {
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\n') {
                return at;
            }
            if (c == BELL || c == '\u009c') {
                return at + 1;
            }
            if (c == ESCAPE) {
                return at + 1 < text.length() && text.charAt(at + 1) == '\\' ? at + 2 : at;
            }
        }
        return text.length();
    }

    private static int behindShort(String text, int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) <= '/') {
            at++;
        }
        boolean ended = at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '~';
        return ended ? at + 1 : at;
    }
}
