package dev.mulligan.failure.match;

import java.util.Arrays;

/**
 * Maps characters to a small alphabet so that one phrase covers its spellings: case, kinds of quotes, {@code _} and
 * {@code -} for a space, JSON escapes. Texts and phrases are folded alike.
 */
final class Folding {
    static final int SIZE = 128;
    static final int OTHER = 0;
    static final int SPACE = 37;
    static final int COLON = 38;
    static final int QUOTE = 39;
    static final int NEWLINE = 125;
    static final int ESCAPE = 126;
    static final int BACKSLASH = 127;
    static final int SLASH = 40;
    static final int DOT = 41;
    private static final int FIRST_FREE = 42;

    private final byte[] table = new byte[1 << 16];
    private int free = FIRST_FREE;
    private int lowestForeign = NEWLINE;

    Folding() {
        for (char c = 'a'; c <= 'z'; c++) {
            table[c] = (byte) (1 + c - 'a');
            table[Character.toUpperCase(c)] = table[c];
        }
        for (char c = '0'; c <= '9'; c++) {
            table[c] = (byte) (27 + c - '0');
        }
        for (char c : " \t\r_-\u00a0".toCharArray()) {
            table[c] = SPACE;
        }
        for (char c : "\"'`\u2018\u2019\u201c\u201d".toCharArray()) {
            table[c] = QUOTE;
        }
        table[':'] = COLON;
        table['\n'] = NEWLINE;
        table['/'] = SLASH;
        table['.'] = DOT;
        table['\\'] = BACKSLASH;
        table[0x1b] = ESCAPE;
    }

    /** Gives every character of a phrase a place in the alphabet. Called while the rules are compiled only. */
    byte[] foldPhrase(String phrase) {
        for (int i = 0; i < phrase.length(); i++) {
            char c = phrase.charAt(i);
            if (table[c] == OTHER) {
                if (free == lowestForeign) {
                    throw new IllegalStateException("the phrases use too many different characters, at '" + c
                            + "' of \"" + phrase + "\": drop a phrase with rare characters");
                }
                table[c] = (byte) (c < 0x80 ? free++ : --lowestForeign);
            }
        }
        FoldedText room = new FoldedText(phrase.length());
        int length = fold(phrase, 0, phrase.length(), room);
        return Arrays.copyOf(room.symbols, length);
    }

    /**
     * Folds a piece of text into the room given; returns how many symbols it became.
     *
     * <p>The loop writes every symbol and only advances past those that count: blanks are too irregular for the
     * processor to guess.
     */
    int fold(String text, int from, int to, FoldedText room) {
        byte[] folded = room.symbols;
        int[] origin = room.origin;
        int length = 0;
        int last = OTHER;
        int i = from;
        while (i < to) {
            int c = OTHER;
            for (; i < to; i++) {
                c = table[text.charAt(i)];
                if (c >= lowestForeign) {
                    break;
                }
                folded[length] = (byte) c;
                origin[length] = i;
                length += counts(c, last);
                last = c;
            }
            if (i == to) {
                break;
            }
            if (c < NEWLINE) {
                // A character beyond ASCII says as much as two letters.
                folded[length] = (byte) c;
                origin[length++] = i;
                last = c;
            } else {
                int special = special(text, i, to, c);
                i = special < 0 ? -special - 1 : special;
                c = special < 0 ? OTHER : SPACE;
            }
            if (c != OTHER) {
                folded[length] = (byte) c;
                origin[length] = i;
                length += counts(c, last);
                last = c;
            }
            i++;
        }
        return length;
    }

    /** 0 for a blank after a blank or colon, else 1. */
    private static int counts(int c, int last) {
        int blank = ((c ^ SPACE) - 1) >>> 31;
        int afterBlankOrColon = (((last - SPACE) & 0xFE) - 1) >>> 31;
        return 1 - (blank & afterBlankOrColon);
    }

    /** The last position of something that reads as a blank; or, negated and less one, of something to leave out. */
    private static int special(String text, int at, int to, int c) {
        if (c == NEWLINE) {
            return Math.max(at, StackFrames.end(text, at + 1, to) - 1);
        }
        if (c == ESCAPE) {
            return -OneLine.afterColourCode(text, at, to) - 1;
        }
        char escaped = at + 1 < to ? text.charAt(at + 1) : ' ';
        return escaped == 'n' || escaped == 'r' || escaped == 't' ? at + 1 : -at - 1;
    }

    /** Whether a literal is only part of a path or file name, as in {@code docs/rate-limit} or {@code timeout.py}. */
    static boolean inPath(byte[] folded, int start, int end, int length) {
        if (!isLetter(folded[start])) {
            return false;
        }
        boolean afterSlash = start > 1 && folded[start - 1] == SLASH && folded[start - 2] != SLASH;
        if (afterSlash || (end < length && folded[end] == SLASH && isLetter(folded[end - 1]))) {
            return true;
        }
        if (end >= length || folded[end] != DOT) {
            return false;
        }
        int i = end + 1;
        while (i < length && isWord(folded[i])) {
            i++;
        }
        int extension = i - end - 1;
        return extension >= 1 && extension <= 4 && isLetter(folded[end + 1]);
    }

    private static boolean isLetter(int folded) {
        return folded >= 1 && folded <= 26;
    }

    static boolean isWord(int folded) {
        return folded >= 1 && folded < SPACE;
    }
}
