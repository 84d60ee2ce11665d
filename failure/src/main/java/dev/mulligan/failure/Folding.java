package dev.mulligan.failure;

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
    static final int ESCAPE = 126;
    static final int BACKSLASH = 127;
    static final int SLASH = 40;
    static final int DOT = 41;
    private static final int FIRST_FREE = 42;

    private final byte[] table = new byte[1 << 16];
    private final boolean[] foreign = new boolean[SIZE];
    private int free = FIRST_FREE;

    Folding() {
        for (char c = 'a'; c <= 'z'; c++) {
            table[c] = (byte) (1 + c - 'a');
            table[Character.toUpperCase(c)] = table[c];
        }
        for (char c = '0'; c <= '9'; c++) {
            table[c] = (byte) (27 + c - '0');
        }
        for (char c : " \t\r\n_-\u00a0".toCharArray()) {
            table[c] = SPACE;
        }
        for (char c : "\"'`\u2018\u2019\u201c\u201d".toCharArray()) {
            table[c] = QUOTE;
        }
        table[':'] = COLON;
        table['/'] = SLASH;
        table['.'] = DOT;
        table['\\'] = BACKSLASH;
        table[0x1b] = ESCAPE;
    }

    /** Gives every character of a phrase a place in the alphabet. Called while the rules are compiled only. */
    byte[] foldPhrase(String phrase) {
        byte[] folded = new byte[phrase.length()];
        int length = 0;
        for (int i = 0; i < phrase.length(); i++) {
            char c = phrase.charAt(i);
            if (table[c] == OTHER) {
                if (free >= ESCAPE) {
                    throw new IllegalStateException("the phrases use too many different characters, at '" + c
                            + "' of \"" + phrase + "\": drop a phrase with rare characters");
                }
                foreign[free] = c >= 0x80;
                table[c] = (byte) free++;
            }
            boolean silent =
                    table[c] == SPACE && length > 0 && (folded[length - 1] == SPACE || folded[length - 1] == COLON);
            if (!silent) {
                folded[length++] = table[c];
            }
        }
        return Arrays.copyOf(folded, length);
    }

    /** Folds a piece of text into {@code folded}, and notes where each symbol came from; returns the length. */
    int fold(String text, int from, int to, byte[] folded, int[] origin) {
        int length = 0;
        int last = OTHER;
        for (int i = from; i < to; i++) {
            int c = table[text.charAt(i)];
            if (c == SPACE && text.charAt(i) == '\n') {
                int end = StackFrames.end(text, i + 1, to);
                i = Math.max(i, end - 1);
            }
            if (c >= ESCAPE) {
                if (c == ESCAPE) {
                    i = Lines.afterColourCode(text, i, to);
                    continue;
                }
                char escaped = i + 1 < to ? text.charAt(i + 1) : ' ';
                if (escaped != 'n' && escaped != 'r' && escaped != 't') {
                    continue;
                }
                i++;
                c = SPACE;
            }
            if (c == SPACE && (last == SPACE || last == COLON)) {
                continue;
            }
            last = c;
            origin[length] = i;
            folded[length++] = (byte) c;
        }
        return length;
    }

    /** Characters beyond ASCII say more each, so phrases of them may be shorter. */
    boolean isForeign(int symbol) {
        return symbol >= FIRST_FREE && foreign[symbol];
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
