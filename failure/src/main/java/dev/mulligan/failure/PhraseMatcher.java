package dev.mulligan.failure;

import java.util.List;

/**
 * Finds every phrase in a text in one pass. Immutable. Long texts are looked at in a head and a tail window, so time
 * and memory are bounded whatever arrives.
 */
final class PhraseMatcher {
    static final int WINDOW = 32 * 1024;
    /** How far apart the parts of an {@code a ~ b} phrase may be, in folded characters. */
    private static final int MAX_GAP = 90;

    private static final int MAX_COLOUR_CODE = 16;

    private final char[] next;
    private final int[][] outputs;
    private final byte[] classes;
    private final int[] lengths;
    private final byte[] flags;
    private final int[][][] links;
    private final int slots;
    private final List<String> phrases;

    PhraseMatcher(
            char[] next,
            int[][] outputs,
            byte[] classes,
            int[] lengths,
            byte[] flags,
            int[][][] links,
            int slots,
            List<String> phrases) {
        this.next = next;
        this.outputs = outputs;
        this.classes = classes;
        this.lengths = lengths;
        this.flags = flags;
        this.links = links;
        this.slots = slots;
        this.phrases = phrases;
    }

    int slots() {
        return slots;
    }

    List<String> phrases() {
        return phrases;
    }

    void scan(String text, Hits hits) {
        int length = text.length();
        if (length <= 2 * WINDOW) {
            scan(text, 0, length, hits);
        } else {
            scan(text, 0, WINDOW, hits);
            scan(text, length - WINDOW, length, hits);
        }
    }

    private void scan(String text, int from, int to, Hits hits) {
        hits.forgetDistances();
        byte[] folded = new byte[to - from];
        int length = 0;
        int last = Folding.SPACE;
        int state = 0;
        for (int i = from; i < to; i++) {
            int c = classes[text.charAt(i)];
            if (c >= Folding.ESCAPE) {
                if (c == Folding.ESCAPE) {
                    i = afterColourCode(text, i, to);
                    continue;
                }
                char escaped = i + 1 < to ? text.charAt(i + 1) : ' ';
                if (escaped != 'n' && escaped != 'r' && escaped != 't') {
                    continue;
                }
                i++;
                c = Folding.SPACE;
            }
            if (c == Folding.SPACE && (last == Folding.SPACE || last == Folding.COLON)) {
                continue;
            }
            last = c;
            folded[length++] = (byte) c;
            state = next[state * Folding.SIZE + c];
            int[] found = outputs[state];
            if (found.length != 0) {
                int skipTo = report(found, text, i, to, folded, length, hits);
                if (skipTo > i) {
                    i = skipTo - 1;
                    state = 0;
                }
            }
        }
    }

    /** Returns where to go on reading. */
    private int report(int[] found, String text, int at, int to, byte[] folded, int end, Hits hits) {
        int skipTo = at;
        for (int literal : found) {
            int start = end - lengths[literal];
            if ((flags[literal] & 1) != 0 && start > 0 && Folding.isWord(folded[start - 1])) {
                continue;
            }
            if ((flags[literal] & 2) != 0 && at + 1 < to && Folding.isWord(classes[text.charAt(at + 1)])) {
                continue;
            }
            for (int[] link : links[literal]) {
                if (link[0] >= 0 && !hits.near(link[0], start, MAX_GAP)) {
                    continue;
                }
                if (link[1] >= 0) {
                    hits.remember(link[1], end);
                }
                if (link[2] >= 0) {
                    skipTo = Math.max(skipTo, hits.found(link[2], text, at + 1, to));
                }
            }
        }
        return skipTo;
    }

    private static int afterColourCode(String text, int at, int to) {
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
