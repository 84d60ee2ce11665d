package dev.mulligan.failure.match;

/** Room for a folded text: its symbols, where in the text each came from, and where a literal may begin. */
final class FoldedText {
    /** Most texts fit; larger ones get their own room for once. */
    static final int USUAL_LENGTH = 4096;

    /** The filters look a little beyond the end. */
    private static final int SLACK = 8;

    final byte[] symbols;
    final int[] origin;
    final int[] places;

    FoldedText(int length) {
        symbols = new byte[2 * length + SLACK];
        origin = new int[symbols.length];
        places = new int[symbols.length];
    }

    int capacity() {
        return (symbols.length - SLACK) / 2;
    }
}
