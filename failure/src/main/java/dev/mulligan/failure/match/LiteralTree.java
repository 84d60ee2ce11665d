package dev.mulligan.failure.match;

import java.util.Arrays;

/**
 * The literals as a read-only tree, with a small filter in front: most places in a text begin no literal, and four
 * symbols are enough to see that without touching the tree.
 *
 * <p>A node is a run of ints: its literal (plus one) and number of edges, the symbols that must follow before it counts
 * (position and length in {@code tails}), then one int for each edge (symbol and target).
 */
final class LiteralTree {
    static final int MIN_LENGTH = 4;
    private static final int FILTER_BITS = 15;
    private static final int COUNT_BITS = 8;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int HEADER = 2;
    private static final int TARGET_BITS = 24;
    private static final int TARGET_MASK = (1 << TARGET_BITS) - 1;

    private final long[] filter = new long[1 << (FILTER_BITS - 6)];
    private final long[] sixFilter = new long[1 << (FILTER_BITS - 6)];
    private final long[] shortFilter = new long[1 << (FILTER_BITS - 6)];
    private final int[] headSymbols;
    private final int[] headNodes;
    private int[] nodes = new int[1 << 12];
    private byte[] tails = new byte[1 << 12];
    private int size = 1;
    private int tailSize;

    LiteralTree(LiteralTrie trie) {
        int slots = 4 * Integer.highestOneBit(Math.max(1, heads(trie, 0, 0)));
        headSymbols = new int[slots];
        headNodes = new int[slots];
        for (int child = trie.firstChild(0); child != 0; child = trie.sibling(child)) {
            add(trie, child, 1, trie.symbol(child));
        }
        addToFilters(trie, 0, 0, 0, 0);
    }

    /** Literals of six symbols and more are recognised by six, shorter ones by four. */
    private void addToFilters(LiteralTrie trie, int node, int depth, int four, int fifth) {
        if (depth >= MIN_LENGTH && depth < MIN_LENGTH + 2 && trie.literal(node) >= 0) {
            set(shortFilter, bucket(four));
        }
        for (int child = trie.firstChild(node); child != 0; child = trie.sibling(child)) {
            int symbol = trie.symbol(child);
            if (depth < MIN_LENGTH) {
                addToFilters(trie, child, depth + 1, (four << 8) | symbol, 0);
            } else if (depth == MIN_LENGTH) {
                addToFilters(trie, child, depth + 1, four, symbol);
            } else {
                set(sixFilter, bucket(six(four, fifth, symbol)));
            }
        }
    }

    private static void set(long[] bits, int number) {
        bits[number >> 6] |= 1L << number;
    }

    private static int heads(LiteralTrie trie, int node, int depth) {
        if (depth == MIN_LENGTH) {
            return 1;
        }
        int heads = 0;
        for (int child = trie.firstChild(node); child != 0; child = trie.sibling(child)) {
            heads += heads(trie, child, depth + 1);
        }
        return heads;
    }

    /** Recursion is as deep as the longest literal has branches. */
    private int add(LiteralTrie trie, int first, int depth, int prefix) {
        int tailStart = tailSize;
        int node = first;
        int firstChild = trie.firstChild(node);
        while (depth >= MIN_LENGTH && trie.literal(node) < 0 && trie.sibling(firstChild) == 0) {
            if (tailSize == tails.length) {
                tails = Arrays.copyOf(tails, 2 * tailSize);
            }
            tails[tailSize++] = (byte) trie.symbol(firstChild);
            node = firstChild;
            firstChild = trie.firstChild(node);
        }
        int at = size;
        int edges = 0;
        for (int child = firstChild; child != 0; child = trie.sibling(child)) {
            edges++;
        }
        size += HEADER + edges;
        if (size > nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
        }
        nodes[at] = ((trie.literal(node) + 1) << COUNT_BITS) | edges;
        nodes[at + 1] = (tailStart << COUNT_BITS) | (tailSize - tailStart);
        if (depth == MIN_LENGTH) {
            addHead(prefix, at);
        }
        int edge = at + HEADER;
        for (int child = firstChild; child != 0; child = trie.sibling(child)) {
            int symbol = trie.symbol(child);
            int target = add(trie, child, depth + 1, (prefix << 8) | symbol);
            nodes[edge++] = (symbol << TARGET_BITS) | target;
        }
        return at;
    }

    private void addHead(int fourSymbols, int node) {
        int bit = bucket(fourSymbols);
        set(filter, bit);
        int slot = bit & (headSymbols.length - 1);
        while (headNodes[slot] != 0) {
            slot = (slot + 1) & (headSymbols.length - 1);
        }
        headSymbols[slot] = fourSymbols;
        headNodes[slot] = node;
    }

    private static int bucket(int fourSymbols) {
        return (fourSymbols * 0x9E3779B1) >>> (32 - FILTER_BITS);
    }

    /** Notes the places where a literal may begin; returns how many. Without branches: they could not be guessed. */
    int mayBegin(byte[] folded, int length, int[] places) {
        if (length < MIN_LENGTH) {
            return 0;
        }
        int count = 0;
        int window = (folded[0] << 16) | (folded[1] << 8) | folded[2];
        for (int i = 0; i + MIN_LENGTH <= length; i++) {
            window = (window << 8) | folded[i + MIN_LENGTH - 1];
            places[count] = i;
            count += bit(filter, bucket(window));
        }
        int left = 0;
        for (int k = 0; k < count; k++) {
            int at = places[k];
            int four = four(folded, at);
            int six = bucket(six(four, folded[at + MIN_LENGTH], folded[at + MIN_LENGTH + 1]));
            places[left] = at;
            left += bit(sixFilter, six) | bit(shortFilter, bucket(four));
        }
        return left;
    }

    private static int bit(long[] bits, int number) {
        return (int) (bits[number >> 6] >>> number) & 1;
    }

    private static int four(byte[] folded, int at) {
        return (folded[at] << 24) | (folded[at + 1] << 16) | (folded[at + 2] << 8) | folded[at + 3];
    }

    private static int six(int four, int fifth, int sixth) {
        return four * 31 + ((fifth << 8) | sixth);
    }

    /** The node after the four symbols at this place, or 0. */
    int afterFour(byte[] folded, int at) {
        int four = four(folded, at);
        return head(four, bucket(four));
    }

    private int head(int fourSymbols, int bit) {
        int slot = bit & (headSymbols.length - 1);
        while (headNodes[slot] != 0) {
            if (headSymbols[slot] == fourSymbols) {
                return headNodes[slot];
            }
            slot = (slot + 1) & (headSymbols.length - 1);
        }
        return 0;
    }

    /** The node after one more symbol, or 0. */
    int step(int node, int symbol) {
        int last = node + HEADER + (nodes[node] & COUNT_MASK);
        for (int edge = node + HEADER; edge < last; edge++) {
            if (nodes[edge] >>> TARGET_BITS == symbol) {
                return nodes[edge] & TARGET_MASK;
            }
        }
        return 0;
    }

    /** The position after this node's run of symbols, which begins at {@code at}; or -1 when the text differs. */
    int afterRun(int node, byte[] folded, int at, int length) {
        int run = nodes[node + 1];
        int end = at + (run & COUNT_MASK);
        if (end > length) {
            return -1;
        }
        int tail = run >>> COUNT_BITS;
        for (int i = at; i < end; i++) {
            if (folded[i] != tails[tail++]) {
                return -1;
            }
        }
        return end;
    }

    /** The literal that ends after this node's run, or -1. */
    int literal(int node) {
        return (nodes[node] >>> COUNT_BITS) - 1;
    }
}
