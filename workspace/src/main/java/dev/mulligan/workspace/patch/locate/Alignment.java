package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import java.util.Arrays;

/** Prices of every way to lay a hunk's old side over a file, order kept. */
final class Alignment {
    static final int NEVER = 1 << 28;

    private static final int REWORDED = 10;
    private static final int BLANKS_SKIPPED = 3;
    private static final int LINES_SKIPPED = 8;
    private static final int MOST_BLANKS = 6;

    private final LineIndex index;
    private final OldSide old;
    private final int rows;
    private final int columns;
    private final int[][] price;
    private final boolean[] blank;
    private final int[][] forward;

    private final boolean endsFile;

    Alignment(LineIndex index, OldSide old, boolean endsFile) {
        this(index, old, endsFile, -1);
    }

    private Alignment(LineIndex index, OldSide old, boolean endsFile, int onlyStart) {
        this.index = index;
        this.old = old;
        this.endsFile = endsFile;
        this.rows = old.size();
        this.columns = index.size();
        this.blank = new boolean[columns];
        for (int j = 0; j < columns; j++) {
            blank[j] = LineKey.isBlank(index.file().text(j));
        }
        this.price = prices();
        if (onlyStart >= 0) {
            keepOnly(price[0], onlyStart);
        }
        if (endsFile) {
            keepOnly(price[rows - 1], columns - 1);
        }
        this.forward = sweep(false);
    }

    private static void keepOnly(int[] row, int column) {
        int kept = row[column];
        Arrays.fill(row, NEVER);
        row[column] = kept;
    }

    Alignment startingAt(int start) {
        return new Alignment(index, old, endsFile, start);
    }

    private int[][] prices() {
        int[] exact = index.ids(LineKey.EXACT);
        int[] loose = index.ids(LineKey.PUNCTUATION);
        int[][] out = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            HunkLine line = old.lines().get(i);
            int exactId = index.id(LineKey.EXACT, line.text());
            int looseId = index.id(LineKey.PUNCTUATION, line.text());
            boolean mayDiffer = line.op() == Op.CONTEXT && !LineKey.isBlank(line.text());
            for (int j = 0; j < columns; j++) {
                if (exact[j] == exactId) {
                    out[i][j] = 0;
                } else if (loose[j] == looseId) {
                    out[i][j] = 1;
                } else {
                    out[i][j] = mayDiffer && !blank[j] ? REWORDED : NEVER;
                }
            }
        }
        return out;
    }

    /** For each old line and file line, the price of the cheapest alignment that puts one on the other. */
    int[][] through() {
        int[][] backward = sweep(true);
        int[][] out = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                out[i][j] = Math.min(
                        NEVER, forward[i][j] + backward[rows - 1 - i][columns - 1 - j] - Math.min(price[i][j], NEVER));
            }
        }
        return out;
    }

    private int[][] sweep(boolean reversed) {
        int[][] table = new int[rows][columns];
        for (int row = 0; row < rows; row++) {
            int i = reversed ? rows - 1 - row : row;
            OldSide.Gap gap = row == 0 ? OldSide.Gap.NONE : old.gap(reversed ? i + 1 : i);
            int skipping = NEVER;
            int elided = NEVER;
            for (int column = 0; column < columns; column++) {
                int j = reversed ? columns - 1 - column : column;
                int best = row == 0 ? 0 : NEVER;
                if (row > 0 && column > 0) {
                    int[] before = table[row - 1];
                    if (column > 1) {
                        skipping = Math.min(skipping + 1, before[column - 2] + LINES_SKIPPED + 1);
                        elided = Math.min(elided, before[column - 2]);
                    }
                    best = before[column - 1];
                    if (gap == OldSide.Gap.ELIDED) {
                        best = Math.min(best, elided);
                    } else if (gap == OldSide.Gap.FORGOTTEN) {
                        best = Math.min(best, Math.min(skipping, overBlanks(before, column, reversed)));
                    }
                }
                table[row][column] = Math.min(NEVER, best + price[i][j]);
            }
        }
        return table;
    }

    private int overBlanks(int[] before, int column, boolean reversed) {
        int best = NEVER;
        for (int k = column - 1; k > 0 && column - k <= MOST_BLANKS; k--) {
            if (!blank[reversed ? columns - 1 - k : k]) {
                break;
            }
            best = Math.min(best, before[k - 1] + BLANKS_SKIPPED);
        }
        return best;
    }

    /** The cheapest alignment. */
    int[] path() {
        int[] path = new int[rows];
        int j = 0;
        for (int k = 0; k < columns; k++) {
            if (forward[rows - 1][k] < forward[rows - 1][j]) {
                j = k;
            }
        }
        path[rows - 1] = j;
        for (int i = rows - 1; i > 0; i--) {
            j = previous(i, j);
            path[i - 1] = j;
        }
        return path;
    }

    private int previous(int row, int column) {
        int best = Math.max(0, column - 1);
        int bestPrice = Integer.MAX_VALUE;
        for (int k = column - 1; k >= 0; k--) {
            int total = forward[row - 1][k] + skip(row, k, column);
            if (total < bestPrice) {
                bestPrice = total;
                best = k;
            }
        }
        return best;
    }

    private int skip(int row, int from, int to) {
        int between = to - from - 1;
        if (between == 0 || old.gap(row) == OldSide.Gap.ELIDED) {
            return 0;
        }
        if (old.gap(row) == OldSide.Gap.NONE) {
            return NEVER;
        }
        for (int k = from + 1; k < to; k++) {
            if (!blank[k]) {
                return LINES_SKIPPED + between;
            }
        }
        return between < MOST_BLANKS ? BLANKS_SKIPPED : LINES_SKIPPED + between;
    }
}
