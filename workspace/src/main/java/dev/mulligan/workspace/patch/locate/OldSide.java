package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The lines a hunk expects to find, and between which of them the file may have more. */
record OldSide(List<HunkLine> lines, List<Gap> gaps, Set<Integer> insertionRows, List<Integer> editRows) {
    /** What may stand in the file between a line and the one before it. */
    enum Gap {
        /** Nothing: an edit sits there, and its place would be a guess. */
        NONE,
        /** Lines the model forgot to quote. */
        FORGOTTEN,
        /** Lines the model replaced by dots. */
        ELIDED
    }

    static OldSide of(HunkReading reading) {
        List<HunkLine> old = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        Set<Integer> besideInsertion = new HashSet<>();
        Set<Integer> edits = new HashSet<>();
        boolean adds = false;
        boolean dots = false;
        boolean addsBeforeDots = false;
        for (HunkLine line : reading.lines()) {
            switch (line.op()) {
                case ADD -> adds = true;
                case ELISION -> {
                    addsBeforeDots = adds;
                    adds = false;
                    dots = true;
                }
                case CONTEXT, REMOVE -> {
                    int row = old.size();
                    boolean removal = line.op() == Op.REMOVE;
                    boolean afterRemoval = row > 0 && old.getLast().op() == Op.REMOVE;
                    gaps.add(gap(row, adds, dots, removal, afterRemoval));
                    if (addsBeforeDots && !afterRemoval && row > 0) {
                        besideInsertion.add(row - 1);
                    }
                    if (adds && !removal) {
                        markInsertion(besideInsertion, row, dots, afterRemoval);
                    }
                    if (removal) {
                        edits.add(row);
                    }
                    old.add(line);
                    adds = false;
                    dots = false;
                    addsBeforeDots = false;
                }
            }
        }
        if ((adds || addsBeforeDots) && !old.isEmpty() && old.getLast().op() == Op.CONTEXT) {
            besideInsertion.add(old.size() - 1);
        }
        edits.addAll(besideInsertion);
        return new OldSide(old, gaps, besideInsertion, edits.stream().sorted().toList());
    }

    private static void markInsertion(Set<Integer> rows, int row, boolean dots, boolean afterRemoval) {
        if (afterRemoval && !dots) {
            return;
        }
        rows.add(row);
        if (row > 0 && !dots) {
            rows.add(row - 1);
        }
    }

    private static Gap gap(int row, boolean adds, boolean dots, boolean removal, boolean afterRemoval) {
        if (row == 0) {
            return Gap.NONE;
        }
        if (dots) {
            return Gap.ELIDED;
        }
        boolean insertion = adds && !removal && !afterRemoval;
        return insertion || (removal && afterRemoval) ? Gap.NONE : Gap.FORGOTTEN;
    }

    int size() {
        return lines.size();
    }

    Gap gap(int row) {
        return gaps.get(row);
    }

    boolean isBesideInsertion(int row) {
        return insertionRows.contains(row);
    }
}
