package dev.mulligan.workspace.patch;

import java.util.List;
import java.util.Optional;

/** Chooses the reading of a block that the file bears out. */
final class OneReading {
    private OneReading() {}

    /** The only one whose old lines stand in the file; the plainest if none does; empty if several do. */
    static Optional<Hunk> of(List<Hunk> readings, LineIndex index) {
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
