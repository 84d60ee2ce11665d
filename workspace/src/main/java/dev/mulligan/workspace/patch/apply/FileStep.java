package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** One thing to change in a file whose name is settled. */
sealed interface FileStep {
    FileStep withTexts(UnaryOperator<String> change);

    /** The lines that must be in the file. */
    Stream<String> oldLines();

    /** The lines that come into the file. */
    Stream<String> newLines();

    record Place(Hunk hunk) implements FileStep {
        @Override
        public FileStep withTexts(UnaryOperator<String> change) {
            return new Place(hunk.withTexts(change));
        }

        @Override
        public Stream<String> oldLines() {
            return hunk.lines().stream().filter(HunkLine::isOld).map(HunkLine::text);
        }

        @Override
        public Stream<String> newLines() {
            return hunk.lines().stream()
                    .filter(line -> line.op() == HunkLine.Op.ADD)
                    .map(HunkLine::text);
        }
    }

    /** The reading that fits the file is meant. */
    record OneOf(List<Hunk> readings) implements FileStep {
        public OneOf {
            readings = List.copyOf(readings);
        }

        @Override
        public FileStep withTexts(UnaryOperator<String> change) {
            return new OneOf(
                    readings.stream().map(hunk -> hunk.withTexts(change)).toList());
        }

        @Override
        public Stream<String> oldLines() {
            return readings.stream().flatMap(hunk -> new Place(hunk).oldLines());
        }

        @Override
        public Stream<String> newLines() {
            return readings.stream().flatMap(hunk -> new Place(hunk).newLines());
        }
    }

    /** @param times how often the old text stands there; {@code Substitution.EVERY_TIME} if that does not matter */
    record Substitute(String old, String fresh, int times) implements FileStep {
        @Override
        public FileStep withTexts(UnaryOperator<String> change) {
            return new Substitute(change.apply(old), change.apply(fresh), times);
        }

        @Override
        public Stream<String> oldLines() {
            return old.lines();
        }

        @Override
        public Stream<String> newLines() {
            return fresh.lines();
        }

        /** Whether more than one place may be changed. */
        boolean several() {
            return times != FileEdit.Substitution.ONCE;
        }
    }

    /** @param after how many lines of the file stand before the new ones; empty for all */
    record Insert(OptionalInt after, String text) implements FileStep {
        @Override
        public FileStep withTexts(UnaryOperator<String> change) {
            return new Insert(after, change.apply(text));
        }

        @Override
        public Stream<String> oldLines() {
            return Stream.of();
        }

        @Override
        public Stream<String> newLines() {
            return text.lines();
        }
    }
}
