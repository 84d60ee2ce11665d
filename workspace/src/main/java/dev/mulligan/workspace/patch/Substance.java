package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.HunkLine.Op;

/** Whether lines say enough to be recognised. */
final class Substance {
    private Substance() {}

    static boolean hasWord(String line) {
        return line.chars().filter(Character::isLetterOrDigit).limit(2).count() == 2;
    }

    static boolean addsSomething(Reading reading) {
        return reading.lines().stream().anyMatch(line -> line.op() == Op.ADD && hasWord(line.text()));
    }

    /** Some context stands beside the change, or the change itself is long. */
    static boolean isAnchored(Reading reading) {
        return contexts(reading) >= 1 || reading.newSide().size() >= 3;
    }

    /** Context on both sides, two telling lines at least. */
    static boolean isWellAnchored(Reading reading) {
        return !reading.lines().isEmpty()
                && reading.lines().getFirst().op() == Op.CONTEXT
                && reading.lines().getLast().op() == Op.CONTEXT
                && contexts(reading) >= 2;
    }

    private static long contexts(Reading reading) {
        return reading.lines().stream()
                .filter(line -> line.op() == Op.CONTEXT && hasWord(line.text()))
                .count();
    }
}
