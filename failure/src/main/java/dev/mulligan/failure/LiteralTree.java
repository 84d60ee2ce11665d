package dev.mulligan.failure;

/**
 * The literals as a read-only tree, with a small filter in front: most places in a text begin no literal, and four
 * symbols are enough to see that without touching the tree.
 */
final class LiteralTree {
    static final int MIN_LENGTH = 4;
    private static final int FILTER_BITS = 15;

    private final int[] rootRow = new int[Folding.SIZE];
    private final int[] edgeStart;
    private final byte[] edgeSymbol;
    private final int[] edgeTarget;
    private final int[] literal;
    private final long[] filter = new long[1 << (FILTER_BITS - 6)];
    private final int[] headSymbols;
    private final int[] headStates;

    LiteralTree(Trie trie) {
        int size = trie.size();
        int[] nodeOf = new int[size];
        int[] depth = new int[size];
        int[] prefix = new int[size];
        edgeStart = new int[size + 1];
        edgeSymbol = new byte[size];
        edgeTarget = new int[size];
        literal = new int[size];
        int known = 1;
        int edges = 0;
        int heads = 0;
        for (int state = 0; state < size; state++) {
            edgeStart[state] = edges;
            literal[state] = trie.literal(nodeOf[state]);
            for (int child = trie.firstChild(nodeOf[state]); child != 0; child = trie.sibling(child)) {
                nodeOf[known] = child;
                depth[known] = depth[state] + 1;
                prefix[known] = (prefix[state] << 8) | trie.symbol(child);
                heads += depth[known] == MIN_LENGTH ? 1 : 0;
                if (state == 0) {
                    rootRow[trie.symbol(child)] = known;
                }
                edgeSymbol[edges] = (byte) trie.symbol(child);
                edgeTarget[edges++] = known++;
            }
        }
        edgeStart[size] = edges;
        int slots = Integer.highestOneBit(Math.max(heads, 1)) * 4;
        headSymbols = new int[slots];
        headStates = new int[slots];
        for (int state = 1; state < size; state++) {
            if (depth[state] == MIN_LENGTH) {
                addHead(prefix[state], state);
            }
        }
    }

    private void addHead(int fourSymbols, int state) {
        int bit = bucket(fourSymbols);
        filter[bit >> 6] |= 1L << bit;
        int slot = bit & (headSymbols.length - 1);
        while (headStates[slot] != 0) {
            slot = (slot + 1) & (headSymbols.length - 1);
        }
        headSymbols[slot] = fourSymbols;
        headStates[slot] = state;
    }

    private static int bucket(int fourSymbols) {
        return (fourSymbols * 0x9E3779B1) >>> (32 - FILTER_BITS);
    }

    /** The state after these four symbols, or 0. */
    int afterFour(int fourSymbols) {
        int bit = bucket(fourSymbols);
        if ((filter[bit >> 6] & (1L << bit)) == 0) {
            return 0;
        }
        int slot = bit & (headSymbols.length - 1);
        while (headStates[slot] != 0) {
            if (headSymbols[slot] == fourSymbols) {
                return headStates[slot];
            }
            slot = (slot + 1) & (headSymbols.length - 1);
        }
        return 0;
    }

    int begin(int symbol) {
        return rootRow[symbol];
    }

    /** The state after one more symbol, or 0. */
    int step(int state, int symbol) {
        int end = edgeStart[state + 1];
        for (int edge = edgeStart[state]; edge < end; edge++) {
            if (edgeSymbol[edge] == symbol) {
                return edgeTarget[edge];
            }
        }
        return 0;
    }

    /** The group of literals that end in this state, or -1. */
    int literal(int state) {
        return literal[state];
    }
}
