package dev.mulligan.workspace.patch.edit;

/**
 * How much is too much.
 *
 * @param alignmentCells hunk lines times file lines one fuzzy comparison may look at
 */
public record PatchLimits(int answerChars, int files, int hunks, long fileBytes, long alignmentCells) {
    public static final PatchLimits DEFAULT = new PatchLimits(32 << 20, 2_000, 20_000, 32L << 20, 4_000_000L);
}
