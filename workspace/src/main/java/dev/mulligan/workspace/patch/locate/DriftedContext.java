package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.LineSimilarity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/**
 * Places a hunk whose context differs from the file: lines left out, a word changed, dots for a stretch.
 *
 * <p>All alignments are priced at once, forwards and backwards. The hunk is placed only if every line that carries an
 * edit has one possible position among all alignments that are nearly as cheap as the best one.
 */
final class DriftedContext {
    private static final int MARGIN = 6;
    private static final int MOST_SKIPPED = 120;
    private static final int FEW_SKIPPED = 3;

    private final LineIndex index;
    private final HunkReading reading;
    private final PatchLimits limits;
    private final OldSide old;
    private final boolean endsFile;

    /** @param endsFile whether the last old line must be the last line of the file */
    DriftedContext(LineIndex index, HunkReading reading, PatchLimits limits, boolean endsFile) {
        this.index = index;
        this.reading = reading;
        this.limits = limits;
        this.old = OldSide.of(reading);
        this.endsFile = endsFile;
    }

    Location locate(OptionalInt expected) {
        if (!isFeasible()) {
            return new Location.Nowhere();
        }
        Alignment alignment = new Alignment(index, old, endsFile);
        int[][] through = alignment.through();
        int best = cheapest(through[0]);
        if (best >= Alignment.NEVER) {
            return new Location.Nowhere();
        }
        List<Integer> starts = within(through[0], best);
        if (isAmbiguous(through, best)) {
            OptionalInt start = UniquePlace.among(starts, expected);
            if (start.isEmpty()) {
                return isGood(alignment.path()) ? several(through, best) : new Location.Nowhere();
            }
            alignment = alignment.startingAt(start.getAsInt());
            through = alignment.through();
            if (isAmbiguous(through, cheapest(through[0]))) {
                return several(through, best);
            }
        }
        int[] path = alignment.path();
        int[] found = path;
        if (isGood(path)
                && expected.isPresent()
                && expected.getAsInt() != path[0]
                && fitsElsewhere(expected.getAsInt(), row -> found[row])) {
            return new Location.Several(List.of(path[0] + 1, expected.getAsInt() + 1));
        }
        return isGood(path)
                ? new Location.Found(reading, Arrays.stream(path).boxed().toList(), MatchLevel.DRIFTED)
                : new Location.Nowhere();
    }

    /** Whether the hunk could be meant to start at this line, little left out, with its edits at other lines. */
    boolean fitsElsewhere(int start, int found) {
        return fitsElsewhere(start, row -> found + row);
    }

    private boolean fitsElsewhere(int start, IntUnaryOperator found) {
        if (!isFeasible() || start < 0 || start >= index.size()) {
            return false;
        }
        Optional<int[]> literal = literalFrom(start);
        if (literal.isPresent()) {
            return old.editRows().stream().anyMatch(row -> literal.get()[row] != found.applyAsInt(row));
        }
        Alignment alignment = new Alignment(index, old, endsFile).startingAt(start);
        if (cheapest(alignment.through()[0]) >= Alignment.NEVER) {
            return false;
        }
        int[] path = alignment.path();
        boolean sameEdits = old.editRows().stream().allMatch(row -> path[row] == found.applyAsInt(row));
        return !sameEdits && skipped(path) <= FEW_SKIPPED && (isLiteral(path) || isGood(path));
    }

    /** Where the lines stand from this one on, few left out and none reworded. */
    private Optional<int[]> literalFrom(int start) {
        int[] path = new int[old.size()];
        int at = start;
        int skipped = 0;
        for (int row = 0; row < path.length; row++) {
            int quoted = index.id(LineKey.PUNCTUATION, old.lines().get(row).text());
            int[] ids = index.ids(LineKey.PUNCTUATION);
            while (at < ids.length && ids[at] != quoted) {
                if (row == 0 || old.gap(row) == OldSide.Gap.NONE || ++skipped > FEW_SKIPPED) {
                    return Optional.empty();
                }
                at++;
            }
            if (at >= ids.length) {
                return Optional.empty();
            }
            path[row] = at++;
        }
        return Optional.of(path);
    }

    private boolean isFeasible() {
        long cells = (long) old.size() * index.size();
        return old.size() >= 2 && index.size() > 0 && cells <= limits.alignmentCells() && couldMatch();
    }

    /** A removed line that is nowhere in the file ends it before any work is done. */
    private boolean couldMatch() {
        return old.lines().stream()
                .filter(line -> line.op() == Op.REMOVE)
                .allMatch(line -> index.id(LineKey.PUNCTUATION, line.text()) >= 0);
    }

    private boolean isAmbiguous(int[][] through, int best) {
        return old.editRows().stream()
                .anyMatch(row -> within(through[row], best).size() != 1);
    }

    private Location several(int[][] through, int best) {
        int row = old.editRows().stream()
                .filter(it -> within(through[it], best).size() != 1)
                .findFirst()
                .orElse(0);
        return new Location.Several(
                within(through[row], best).stream().map(at -> at + 1).toList());
    }

    private static int cheapest(int[] row) {
        return Arrays.stream(row).min().orElse(Alignment.NEVER);
    }

    private static List<Integer> within(int[] row, int best) {
        List<Integer> columns = new ArrayList<>();
        for (int j = 0; j < row.length; j++) {
            if (row[j] < best + MARGIN) {
                columns.add(j);
            }
        }
        return columns;
    }

    /** Enough lines agree, none that matters was guessed, and not too much was skipped. */
    private boolean isGood(int[] path) {
        int equal = 0;
        int telling = 0;
        int substituted = 0;
        for (int row = 0; row < path.length; row++) {
            String quoted = old.lines().get(row).text();
            boolean same = LineKey.PUNCTUATION
                    .of(quoted)
                    .equals(LineKey.PUNCTUATION.of(index.file().text(path[row])));
            telling += LineSubstance.hasWord(quoted) ? 1 : 0;
            equal += same && LineSubstance.hasWord(quoted) ? 1 : 0;
            if (!same) {
                substituted++;
                // A line that stands elsewhere in the file is no rewording of this one.
                if (old.isBesideInsertion(row)
                        || (LineSubstance.hasWord(quoted) && index.id(LineKey.PUNCTUATION, quoted) >= 0)
                        || !LineSimilarity.isClose(quoted, index.file().text(path[row]))) {
                    return false;
                }
            }
        }
        return equal >= 2
                && equal * 3 >= telling * 2
                && substituted <= Math.max(1, path.length / 4)
                && skipped(path) <= MOST_SKIPPED;
    }

    private boolean isLiteral(int[] path) {
        for (int row = 0; row < path.length; row++) {
            if (!LineKey.PUNCTUATION
                    .of(old.lines().get(row).text())
                    .equals(LineKey.PUNCTUATION.of(index.file().text(path[row])))) {
                return false;
            }
        }
        return true;
    }

    private int skipped(int[] path) {
        int skipped = 0;
        for (int row = 1; row < path.length; row++) {
            skipped += old.gap(row) == OldSide.Gap.ELIDED ? 0 : path[row] - path[row - 1] - 1;
        }
        return skipped;
    }
}
