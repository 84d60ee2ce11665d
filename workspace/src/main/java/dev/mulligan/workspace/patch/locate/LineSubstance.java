package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.text.LineKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether lines say enough to be recognised. */
public final class LineSubstance {
    private static final int TELLING_CHARS = 12;
    private static final int MUCH = 16;

    private LineSubstance() {}

    public static boolean hasWord(String line) {
        return line.chars().filter(Character::isLetterOrDigit).limit(2).count() == 2;
    }

    /** Blank lines, or a lone brace: being found once means little. */
    static boolean saysNothing(List<String> lines) {
        return lines.stream().allMatch(LineKey::isBlank)
                || (lines.size() == 1 && lines.stream().noneMatch(LineSubstance::hasWord));
    }

    /** Enough is added that was not removed in the same breath: finding it in the file is no coincidence. */
    static boolean addsSomethingTelling(HunkReading reading) {
        Set<String> removed = reading.lines().stream()
                .filter(line -> line.op() == Op.REMOVE)
                .map(line -> LineKey.PUNCTUATION.of(line.text()))
                .collect(Collectors.toSet());
        return isTelling(reading.lines().stream()
                .filter(line -> line.op() == Op.ADD)
                .map(HunkLine::text)
                .filter(text -> !removed.contains(LineKey.PUNCTUATION.of(text)))
                .toList());
    }

    public static boolean isTelling(List<String> lines) {
        return lines.stream()
                        .mapToLong(line ->
                                line.chars().filter(Character::isLetterOrDigit).count())
                        .sum()
                >= TELLING_CHARS;
    }

    /** Some context stands beside the change, or the change itself is long. */
    static boolean isAnchored(HunkReading reading) {
        return contexts(reading) >= 1 || reading.newSide().size() >= 3;
    }

    /** So much is added that a second copy beside the first was hardly meant. */
    static boolean addsMuch(HunkReading reading) {
        return letters(reading.newSide()) - letters(reading.oldSide()) >= MUCH;
    }

    private static long letters(List<String> lines) {
        return lines.stream()
                .mapToLong(
                        line -> line.chars().filter(Character::isLetterOrDigit).count())
                .sum();
    }

    static boolean hasContext(HunkReading reading) {
        return contexts(reading) >= 1;
    }

    /** Context on both sides, three telling lines at least. */
    static boolean isWellAnchored(HunkReading reading) {
        return !reading.lines().isEmpty()
                && reading.lines().getFirst().op() == Op.CONTEXT
                && reading.lines().getLast().op() == Op.CONTEXT
                && contexts(reading) >= 3;
    }

    private static long contexts(HunkReading reading) {
        return reading.lines().stream()
                .filter(line -> line.op() == Op.CONTEXT && hasWord(line.text()))
                .count();
    }
}
