package dev.mulligan.failure.match;

import java.util.Arrays;

/** The literals as a tree, while they are being collected. Node 0 is the root. */
final class LiteralTrie {
    private int[] firstChild = new int[1024];
    private int[] sibling = new int[1024];
    private byte[] symbol = new byte[1024];
    private int[] literal = new int[1024];
    private int size = 1;

    LiteralTrie() {
        literal[0] = -1;
    }

    int size() {
        return size;
    }

    /** Adds a literal under a number, or returns the number it already has. */
    int add(byte[] text, int number) {
        int node = 0;
        for (byte b : text) {
            int child = child(node, b);
            node = child == 0 ? newChild(node, b) : child;
        }
        if (literal[node] < 0) {
            literal[node] = number;
        }
        return literal[node];
    }

    int child(int node, int wanted) {
        int child = firstChild[node];
        while (child != 0 && symbol[child] != wanted) {
            child = sibling[child];
        }
        return child;
    }

    int firstChild(int node) {
        return firstChild[node];
    }

    int sibling(int node) {
        return sibling[node];
    }

    int symbol(int node) {
        return symbol[node];
    }

    /** The number of the literal that ends here, or -1. */
    int literal(int node) {
        return literal[node];
    }

    private int newChild(int node, byte b) {
        int child = size++;
        if (child == symbol.length) {
            firstChild = Arrays.copyOf(firstChild, 2 * child);
            sibling = Arrays.copyOf(sibling, 2 * child);
            symbol = Arrays.copyOf(symbol, 2 * child);
            literal = Arrays.copyOf(literal, 2 * child);
        }
        literal[child] = -1;
        symbol[child] = b;
        sibling[child] = firstChild[node];
        firstChild[node] = child;
        return child;
    }
}
