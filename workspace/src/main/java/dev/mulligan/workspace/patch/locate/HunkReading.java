package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.text.LineKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One way to understand a hunk's lines.
 *
 * @param dropped leading lines this reading leaves out, so that line numbers stay meaningful
 * @param repaired whether the lines are not as written
 */
public record HunkReading(List<HunkLine> lines, int dropped, boolean repaired) {
    public HunkReading {
        lines = List.copyOf(lines);
    }

    public List<String> oldSide() {
        return lines.stream().filter(HunkLine::isOld).map(HunkLine::text).toList();
    }

    List<String> newSide() {
        return lines.stream().filter(HunkLine::isNew).map(HunkLine::text).toList();
    }

    public boolean elides() {
        return lines.stream().anyMatch(line -> line.op() == Op.ELISION);
    }

    public boolean has(Op op) {
        return lines.stream().anyMatch(line -> line.op() == op);
    }

    /** The plausible readings, most literal first. */
    public static List<HunkReading> of(Hunk hunk) {
        List<HunkReading> readings = new ArrayList<>();
        List<HunkLine> lines = hunk.lines();
        List<HunkLine> tail = tail(hunk);
        if (!tail.isEmpty()) {
            add(readings, joined(lines, tail), 0, true);
        }
        add(readings, lines, 0, false);
        add(readings, joined(HunkRepairs.rawContext(lines), tail), 0, true);
        add(readings, HunkRepairs.rawContext(lines), 0, true);
        HunkRepairs.withoutLineNumbers(lines).ifPresent(plain -> add(readings, plain, 0, true));
        HunkRepairs.withoutDoubledMarks(lines).ifPresent(plain -> add(readings, plain, 0, true));
        for (HunkReading reading : List.copyOf(readings)) {
            add(readings, HunkRepairs.withElisions(reading.lines()), 0, true);
        }
        for (HunkReading reading : List.copyOf(readings)) {
            trimmed(reading).ifPresent(it -> add(readings, it.lines(), it.dropped(), true));
        }
        return readings;
    }

    private static void add(List<HunkReading> readings, List<HunkLine> lines, int dropped, boolean repaired) {
        HunkReading reading = new HunkReading(lines, dropped, repaired);
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

    private static Optional<HunkReading> trimmed(HunkReading reading) {
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
                : Optional.of(new HunkReading(reading.lines().subList(from, to), from, true));
    }

    private static boolean isBlankContext(HunkLine line) {
        return line.op() == Op.CONTEXT && LineKey.isBlank(line.text());
    }
}
