package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.locate.Location;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a placed hunk: which file lines go, which hunk lines come. */
final class HunkSplices {
    record Block(int from, int to, List<String> added) {}

    private HunkSplices() {}

    static List<Block> of(Location.Found found) {
        List<Block> blocks = new ArrayList<>();
        List<String> added = new ArrayList<>();
        List<Integer> positions = found.positions();
        int row = 0;
        int from = -1;
        int to = -1;
        int after = -1;
        for (HunkLine line : found.reading().lines()) {
            switch (line.op()) {
                case ADD -> added.add(line.text());
                case REMOVE -> {
                    from = from < 0 ? positions.get(row) : from;
                    to = positions.get(row) + 1;
                    row++;
                }
                case CONTEXT, ELISION -> {
                    boolean dots = line.op() == Op.ELISION;
                    int next = dots ? after : positions.get(row);
                    close(blocks, from, to, after < 0 ? next : after, added);
                    added = new ArrayList<>();
                    from = -1;
                    after = dots ? -1 : positions.get(row) + 1;
                    row += dots ? 0 : 1;
                }
            }
            if (line.op() == Op.REMOVE) {
                after = to;
            }
        }
        close(blocks, from, to, after, added);
        return blocks;
    }

    private static void close(List<Block> blocks, int from, int to, int insertion, List<String> added) {
        if (from >= 0) {
            blocks.add(new Block(from, to, added));
        } else if (!added.isEmpty()) {
            blocks.add(new Block(insertion, insertion, added));
        }
    }
}
