package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lines {@code from} to {@code to} of the file as it was, replaced by others. */
record LineSplice(int from, int to, List<String> lines, int hunk) {
    LineSplice {
        lines = List.copyOf(lines);
    }

    /** The smallest splice with the same effect, so that overlapping hunks compare by what they change. */
    LineSplice smallest(TextFile file) {
        int start = from;
        int end = to;
        int first = 0;
        int last = lines.size();
        while (start < end && first < last && file.text(start).equals(lines.get(first))) {
            start++;
            first++;
        }
        while (end > start && last > first && file.text(end - 1).equals(lines.get(last - 1))) {
            end--;
            last--;
        }
        return new LineSplice(start, end, lines.subList(first, last), hunk);
    }

    boolean isNothing() {
        return from == to && lines.isEmpty();
    }

    private boolean sameChange(LineSplice other) {
        return from == other.from && to == other.to && lines.equals(other.lines);
    }

    private boolean clashes(LineSplice next) {
        return next.from < to || (from == next.from && (from == to) == (next.from == next.to));
    }

    /** In file order, the same change once; the later of two that exclude each other is returned as the clash. */
    static Merged merge(List<LineSplice> splices) {
        List<LineSplice> sorted = new ArrayList<>(splices);
        sorted.sort(Comparator.comparingInt(LineSplice::from).thenComparingInt(LineSplice::to));
        List<LineSplice> merged = new ArrayList<>();
        for (LineSplice splice : sorted) {
            if (splice.isNothing() || isRepeated(merged, splice)) {
                continue;
            }
            if (!merged.isEmpty() && merged.getLast().clashes(splice)) {
                return new Merged(merged, Optional.of(splice));
            }
            merged.add(splice);
        }
        return new Merged(merged, Optional.empty());
    }

    /** Between two equal changes at one place, an insertion may stand. */
    private static boolean isRepeated(List<LineSplice> merged, LineSplice splice) {
        int last = merged.size() - 1;
        return (last >= 0 && merged.get(last).sameChange(splice))
                || (last >= 1 && merged.get(last - 1).sameChange(splice));
    }

    /** Line ends can be mixed: a line gets the end of the one whose place it takes, an inserted one the usual end. */
    private String lineEnd(int line, TextFile file, String usual) {
        String end = from == to
                ? ""
                : file.lines().get(Math.min(from + line, to - 1)).end();
        return end.isEmpty() ? usual : end;
    }

    record Merged(List<LineSplice> splices, Optional<LineSplice> clash) {}

    static List<TextFile.Line> apply(TextFile file, List<LineSplice> splices) {
        List<TextFile.Line> out = new ArrayList<>();
        String usual = file.lineEnd();
        int at = 0;
        for (LineSplice splice : splices) {
            out.addAll(file.lines().subList(at, splice.from()));
            for (int i = 0; i < splice.lines().size(); i++) {
                out.add(new TextFile.Line(splice.lines().get(i), splice.lineEnd(i, file, usual)));
            }
            at = splice.to();
        }
        out.addAll(file.lines().subList(at, file.size()));
        return out;
    }
}
