package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.HunkLine.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One way to understand a hunk's lines.
 *
 * @param dropped leading lines this reading leaves out, so that line numbers stay meaningful
 * @param repaired whether the lines are not as written
 */
record Reading(List<HunkLine> lines, int dropped, boolean repaired) {
    Reading {
        lines = List.copyOf(lines);
    }

    List<String> oldSide() {
        return lines.stream().filter(HunkLine::isOld).map(HunkLine::text).toList();
    }

    List<String> newSide() {
        return lines.stream().filter(HunkLine::isNew).map(HunkLine::text).toList();
    }

    boolean elides() {
        return lines.stream().anyMatch(line -> line.op() == Op.ELISION);
    }

    boolean has(Op op) {
        return lines.stream().anyMatch(line -> line.op() == op);
    }

    /** The plausible readings, most literal first. */
    static List<Reading> of(Hunk hunk) {
        List<Reading> readings = new ArrayList<>();
        List<HunkLine> lines = hunk.lines();
        List<HunkLine> tail = tail(hunk);
        if (!tail.isEmpty()) {
            add(readings, joined(lines, tail), 0, true);
        }
        add(readings, lines, 0, false);
        add(readings, joined(Repairs.rawContext(lines), tail), 0, true);
        add(readings, Repairs.rawContext(lines), 0, true);
        Repairs.withoutLineNumbers(lines).ifPresent(plain -> add(readings, plain, 0, true));
        Repairs.withoutDoubledMarks(lines).ifPresent(plain -> add(readings, plain, 0, true));
        for (Reading reading : List.copyOf(readings)) {
            add(readings, Repairs.withElisions(reading.lines()), 0, true);
        }
        for (Reading reading : List.copyOf(readings)) {
            trimmed(reading).ifPresent(it -> add(readings, it.lines(), it.dropped(), true));
        }
        return readings;
    }

    private static void add(List<Reading> readings, List<HunkLine> lines, int dropped, boolean repaired) {
        Reading reading = new Reading(lines, dropped, repaired);
        if (readings.stream().noneMatch(known -> known.lines().equals(reading.lines()))) {
            readings.add(reading);
        }
    }

    private static List<HunkLine> tail(Hunk hunk) {
        return hunk.tail().stream()
                .map(text -> new HunkLine(Op.CONTEXT, text, false))
                .toList();
    }

    private static List<HunkLine> joined(List<HunkLine> lines, List<HunkLine> tail) {
        List<HunkLine> all = new ArrayList<>(lines);
        all.addAll(tail);
        return all;
    }

    private static Optional<Reading> trimmed(Reading reading) {
        int from = 0;
        int to = reading.lines().size();
        while (from < to && isBlankContext(reading.lines().get(from))) {
            from++;
        }
        while (to > from && isBlankContext(reading.lines().get(to - 1))) {
            to--;
        }
        return from == 0 && to == reading.lines().size()
                ? Optional.empty()
                : Optional.of(new Reading(reading.lines().subList(from, to), from, true));
    }

    private static boolean isBlankContext(HunkLine line) {
        return line.op() == Op.CONTEXT && LineKey.isBlank(line.text());
    }
}
