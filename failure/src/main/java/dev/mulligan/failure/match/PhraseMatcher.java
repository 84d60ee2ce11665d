package dev.mulligan.failure.match;

import java.util.List;

/**
 * Finds every phrase in a text in one pass. Immutable. Long texts are looked at in a head and a tail window, so time
 * and memory are bounded whatever arrives.
 */
public final class PhraseMatcher {
    public static final int WINDOW = 32 * 1024;
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
        this.steps = new Phrases.Step[steps.size()][];
        for (int i = 0; i < this.steps.length; i++) {
            this.steps[i] = steps.get(i).toArray(new Phrases.Step[0]);
        }
        this.slots = slots;
        this.phrases = List.copyOf(phrases);
    }

    public int slots() {
        return slots;
    }

    public List<String> phrases() {
        return phrases;
    }

    public void scan(String text, PhraseHits hits) {
        int length = text.length();
        if (length <= 2 * WINDOW) {
            scan(text, 0, length, hits);
        } else {
            scan(text, 0, WINDOW, hits);
            scan(text, length - WINDOW, length, hits);
        }
    }

    private void scan(String text, int from, int to, PhraseHits hits) {
        hits.startText(to - from + MAX_GAP);
        FoldedText room = hits.folded(to - from);
        byte[] folded = room.symbols;
        int[] origin = room.origin;
        int length = folding.fold(text, from, to, room);
        int[] places = room.places;
        int count = tree.mayBegin(folded, length, places);
        int skipTo = from;
        for (int k = 0; k < count; k++) {
            int i = places[k];
            int node = origin[i] < skipTo ? 0 : tree.afterFour(folded, i);
            if (node != 0) {
                skipTo = Math.max(skipTo, walk(node, text, to, room, i, length, hits));
            }
        }
    }

    /** Reports every literal that begins at {@code start}; returns from where on to look again. */
    private int walk(int head, String text, int to, FoldedText room, int start, int length, PhraseHits hits) {
        byte[] folded = room.symbols;
        int skipTo = 0;
        int node = head;
        int end = start + LiteralTree.MIN_LENGTH;
        while (node != 0) {
            end = tree.afterRun(node, folded, end, length);
            if (end < 0) {
                return skipTo;
            }
            int literal = tree.literal(node);
            if (literal >= 0) {
                int at = room.origin[end - 1] + 1;
                skipTo = Math.max(skipTo, report(literal, text, at, to, folded, start, end, length, hits));
            }
            node = end < length ? tree.step(node, folded[end]) : 0;
            end++;
        }
        return skipTo;
    }

    private int report(
            int literal, String text, int at, int to, byte[] folded, int start, int end, int length, PhraseHits hits) {
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
