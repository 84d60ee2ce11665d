package dev.mulligan.failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Collects phrases and compiles them into one {@link PhraseMatcher} (Aho-Corasick with a full transition table).
 *
 * <p>A phrase is a literal; {@code <word>} marks word boundaries; {@code a ~ b} means b soon after a.
 */
final class Phrases {
    private record Literal(int length, boolean wordStart, boolean wordEnd) {}

    private static final int[] NONE = {};

    private final Folding folding = new Folding();
    private final Map<String, Integer> phraseIds = new HashMap<>();
    private final List<String> phraseTexts = new ArrayList<>();
    private final Map<String, Integer> literalIds = new HashMap<>();
    private final List<Literal> literals = new ArrayList<>();
    private final List<List<int[]>> links = new ArrayList<>();
    private final List<int[]> children = new ArrayList<>();
    private final List<List<Integer>> ends = new ArrayList<>();
    private int slots;

    Phrases() {
        newNode();
    }

    /** The phrase's number; the same text gives the same number. */
    int add(String text) {
        Integer known = phraseIds.get(text);
        if (known != null) {
            return known;
        }
        int phrase = phraseTexts.size();
        phraseIds.put(text, phrase);
        phraseTexts.add(text);
        String[] steps = text.split(" ~ ", -1);
        int previous = -1;
        for (int i = 0; i < steps.length; i++) {
            boolean last = i == steps.length - 1;
            int slot = last ? -1 : slots++;
            links.get(literal(steps[i].strip())).add(new int[] {previous, slot, last ? phrase : -1});
            previous = slot;
        }
        return phrase;
    }

    private int literal(String spec) {
        Integer known = literalIds.get(spec);
        if (known != null) {
            return known;
        }
        boolean wordStart = spec.startsWith("<");
        boolean wordEnd = spec.endsWith(">");
        byte[] folded = folding.foldPhrase(spec.substring(wordStart ? 1 : 0, spec.length() - (wordEnd ? 1 : 0)));
        if (folded.length < 2) {
            throw new IllegalArgumentException("the phrase \"" + spec + "\" is too short to mean anything");
        }
        int node = 0;
        for (byte b : folded) {
            int child = children.get(node)[b];
            if (child == 0) {
                child = newNode();
                children.get(node)[b] = child;
            }
            node = child;
        }
        int id = literals.size();
        literalIds.put(spec, id);
        literals.add(new Literal(folded.length, wordStart, wordEnd));
        links.add(new ArrayList<>());
        ends.get(node).add(id);
        return id;
    }

    private int newNode() {
        children.add(new int[Folding.SIZE]);
        ends.add(new ArrayList<>(0));
        return children.size() - 1;
    }

    PhraseMatcher compile() {
        int nodes = children.size();
        if (nodes > Character.MAX_VALUE) {
            throw new IllegalStateException("the phrases need " + nodes + " states; at most "
                    + (int) Character.MAX_VALUE + " fit: shorten or drop some");
        }
        char[] next = new char[nodes * Folding.SIZE];
        int[][] outputs = new int[nodes][];
        Arrays.fill(outputs, NONE);
        int[] fail = new int[nodes];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(0);
        while (!queue.isEmpty()) {
            int node = queue.remove();
            int row = node * Folding.SIZE;
            if (node != 0) {
                System.arraycopy(next, fail[node] * Folding.SIZE, next, row, Folding.SIZE);
            }
            int[] own = children.get(node);
            for (int b = 0; b < Folding.SIZE; b++) {
                if (own[b] != 0) {
                    fail[own[b]] = node == 0 ? 0 : next[row + b];
                    next[row + b] = (char) own[b];
                    queue.add(own[b]);
                }
            }
            if (!ends.get(node).isEmpty()) {
                outputs[node] = joined(ends.get(node), outputs[fail[node]]);
            } else {
                outputs[node] = outputs[fail[node]];
            }
        }
        return new PhraseMatcher(
                next,
                outputs,
                folding.table(),
                literals.stream().mapToInt(Literal::length).toArray(),
                flags(),
                links.stream().map(list -> list.toArray(int[][]::new)).toArray(int[][][]::new),
                slots,
                List.copyOf(phraseTexts));
    }

    private static int[] joined(List<Integer> own, int[] inherited) {
        return IntStream.concat(own.stream().mapToInt(Integer::intValue), Arrays.stream(inherited))
                .toArray();
    }

    private byte[] flags() {
        byte[] flags = new byte[literals.size()];
        for (int i = 0; i < flags.length; i++) {
            Literal literal = literals.get(i);
            flags[i] = (byte) ((literal.wordStart() ? 1 : 0) | (literal.wordEnd() ? 2 : 0));
        }
        return flags;
    }
}
