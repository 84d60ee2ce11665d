package dev.mulligan.workspace.patch;

/**
 * How much is too much.
 *
 * @param alignmentCells hunk lines times file lines one fuzzy comparison may look at
 */
public record Limits(int answerChars, int files, int hunks, long fileBytes, long alignmentCells) {
    public static final Limits DEFAULT = new Limits(32 << 20, 2_000, 20_000, 32L << 20, 4_000_000L);
}
