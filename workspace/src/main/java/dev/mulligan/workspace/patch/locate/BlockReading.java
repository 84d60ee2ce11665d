package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import java.util.List;
import java.util.Optional;

/** Chooses the reading of a block that the file bears out. */
public final class BlockReading {
    private BlockReading() {}

    /** The only one whose old lines stand in the file; the plainest if none does; empty if several do. */
    public static Optional<Hunk> of(List<Hunk> readings, LineIndex index) {
        for (LineKey key : LineKey.LADDER) {
            List<Hunk> fitting = readings.stream()
                    .filter(hunk -> !index.find(key, old(hunk)).isEmpty())
                    .toList();
            List<Hunk> clean =
                    fitting.stream().filter(hunk -> !bringsDivider(hunk, index)).toList();
            if (!clean.isEmpty() || !fitting.isEmpty()) {
                return clean.size() == 1 ? Optional.of(clean.getFirst()) : Optional.empty();
            }
        }
        return readings.stream()
                .filter(hunk -> hunk.lines().stream().noneMatch(line -> BlockMarks.divides(line.text(), 7)))
                .reduce((first, second) -> second)
                .or(() -> Optional.of(readings.getLast()));
    }

    private static List<String> old(Hunk hunk) {
        return hunk.lines().stream().filter(HunkLine::isOld).map(HunkLine::text).toList();
    }

    private static boolean bringsDivider(Hunk hunk, LineIndex index) {
        return hunk.lines().stream()
                .filter(line -> line.op() == HunkLine.Op.ADD && BlockMarks.divides(line.text(), 7))
                .anyMatch(line -> index.id(LineKey.WHITESPACE, line.text()) < 0);
    }
}
