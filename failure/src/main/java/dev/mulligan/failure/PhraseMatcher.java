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

    private final LiteralTree tree;
    private final Folding folding;
    private final Phrases.Step[][] steps;
    private final int slots;
    private final List<String> phrases;

    PhraseMatcher(LiteralTree tree, Folding folding, List<List<Phrases.Step>> steps, int slots, List<String> phrases) {
        this.tree = tree;
        this.folding = folding;
        this.steps =
                steps.stream().map(list -> list.toArray(Phrases.Step[]::new)).toArray(Phrases.Step[][]::new);
        this.slots = slots;
        this.phrases = List.copyOf(phrases);
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
        hits.startText(to - from + MAX_GAP);
        byte[] folded = new byte[to - from + LiteralTree.MIN_LENGTH];
        int[] origin = new int[to - from];
        int length = folding.fold(text, from, to, folded, origin);
        int window = (folded[0] << 16) | (length > 1 ? folded[1] << 8 : 0) | (length > 2 ? folded[2] : 0);
        int skipTo = from;
        for (int i = 0; i < length; i++) {
            window = (window << 8) | folded[i + LiteralTree.MIN_LENGTH - 1];
            int state = tree.afterFour(window);
            if (state != 0 && origin[i] >= skipTo) {
                int end = i + LiteralTree.MIN_LENGTH - 1;
                skipTo = Math.max(skipTo, walk(state, text, to, folded, origin, i, end, length, hits));
            } else if (folding.isForeign(folded[i]) && origin[i] >= skipTo) {
                walk(tree.begin(folded[i]), text, to, folded, origin, i, i, length, hits);
            }
        }
    }

    /** Reports every literal that begins at {@code start}; returns from where on to look again. */
    private int walk(
            int from, String text, int to, byte[] folded, int[] origin, int start, int at, int length, Hits hits) {
        int skipTo = 0;
        int state = from;
        for (int end = at; state != 0 && end < length; state = ++end < length ? tree.step(state, folded[end]) : 0) {
            int literal = tree.literal(state);
            if (literal >= 0) {
                int resume = report(literal, text, origin[end] + 1, to, folded, start, end + 1, length, hits);
                skipTo = Math.max(skipTo, resume);
            }
        }
        return skipTo;
    }

    private int report(
            int literal, String text, int at, int to, byte[] folded, int start, int end, int length, Hits hits) {
        boolean insideLeft = start > 0 && Folding.isWord(folded[start - 1]);
        boolean insideRight = end < length && Folding.isWord(folded[end]);
        if (Folding.inPath(folded, start, end, length)) {
            return 0;
        }
        int resume = 0;
        for (Phrases.Step step : steps[literal]) {
            boolean cut = (step.wordStart() && insideLeft) || (step.wordEnd() && insideRight);
            boolean alone = step.previousSlot() >= 0 && !hits.near(step.previousSlot(), start, MAX_GAP);
            if (cut || alone) {
                continue;
            }
            if (step.slot() >= 0) {
                hits.remember(step.slot(), end);
            }
            if (step.phrase() >= 0) {
                resume = Math.max(resume, hits.found(step.phrase(), text, at, to));
            }
        }
        return resume;
    }
}
