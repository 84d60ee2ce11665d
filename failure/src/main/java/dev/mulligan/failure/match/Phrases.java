package dev.mulligan.failure.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects phrases and compiles them into one {@link PhraseMatcher}.
 *
 * <p>A phrase is a literal; {@code <word>} marks word boundaries; {@code a ~ b} means b soon after a.
 */
public final class Phrases {
    /**
     * One step of a phrase.
     *
     * @param previousSlot where the step before it leaves its position, or -1
     * @param slot where this step leaves its position, or -1 for the last step
     * @param phrase the phrase that the last step completes, or -1
     */
    record Step(boolean wordStart, boolean wordEnd, int previousSlot, int slot, int phrase) {}

    private static final String GAP = " ~ ";

    private final Folding folding = new Folding();
    private final LiteralTrie trie = new LiteralTrie();
    private final Map<String, Integer> phraseIds = new HashMap<>();
    private final Map<String, Integer> slotIds = new HashMap<>();
    private final List<String> phraseTexts = new ArrayList<>();
    private final List<List<Step>> steps = new ArrayList<>();

    /** The phrase's number; the same text gives the same number. */
    public int add(String text) {
        Integer known = phraseIds.get(text);
        if (known != null) {
            return known;
        }
        int phrase = phraseTexts.size();
        phraseIds.put(text, phrase);
        phraseTexts.add(text);
        int previous = -1;
        int start = 0;
        for (int gap = text.indexOf(GAP); gap >= 0; gap = text.indexOf(GAP, start)) {
            previous = slotAfter(text.substring(0, gap), text.substring(start, gap), previous);
            start = gap + GAP.length();
        }
        addStep(text.substring(start), previous, -1, phrase);
        return phrase;
    }

    /** Phrases that begin alike share the slot where the beginning leaves its position. */
    private int slotAfter(String beginning, String part, int previous) {
        Integer known = slotIds.get(beginning);
        if (known != null) {
            return known;
        }
        int slot = slotIds.size();
        slotIds.put(beginning, slot);
        addStep(part, previous, slot, -1);
        return slot;
    }

    private void addStep(String spec, int previous, int slot, int phrase) {
        boolean wordStart = spec.startsWith("<");
        boolean wordEnd = spec.endsWith(">");
        byte[] folded = folding.foldPhrase(spec.substring(wordStart ? 1 : 0, spec.length() - (wordEnd ? 1 : 0)));
        if (folded.length < LiteralTree.MIN_LENGTH) {
            throw new IllegalArgumentException(
                    "\"" + spec + "\" is too short: give it at least " + LiteralTree.MIN_LENGTH + " characters");
        }
        int literal = trie.add(folded, steps.size());
        if (literal == steps.size()) {
            steps.add(new ArrayList<>());
        }
        steps.get(literal).add(new Step(wordStart, wordEnd, previous, slot, phrase));
    }

    public PhraseMatcher compile() {
        return new PhraseMatcher(new LiteralTree(trie), folding, steps, slotIds.size(), phraseTexts);
    }
}
