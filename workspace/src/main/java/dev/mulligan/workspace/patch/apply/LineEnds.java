package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.LineDiff;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The line ends of a file whose whole text is replaced; they can be mixed. */
final class LineEnds {
    private LineEnds() {}

    /** A line that stays keeps its end, one that takes another's place gets that one's, an inserted one the usual end. */
    static List<TextFile.Line> kept(TextFile old, TextFile fresh) {
        String usual = old.lineEnd();
        boolean mixed = old.lines().stream()
                        .map(TextFile.Line::end)
                        .distinct()
                        .filter(end -> !end.isEmpty())
                        .count()
                > 1;
        List<TextFile.Line> out = new ArrayList<>();
        if (!mixed) {
            fresh.lines().forEach(line -> out.add(new TextFile.Line(line.text(), usual)));
            return out;
        }
        Deque<String> removed = new ArrayDeque<>();
        int at = 0;
        for (HunkLine line : LineDiff.between(texts(old), texts(fresh))) {
            switch (line.op()) {
                case REMOVE -> removed.add(old.lines().get(at++).end());
                case ADD -> out.add(line(line.text(), removed.isEmpty() ? "" : removed.poll(), usual));
                case CONTEXT, ELISION -> {
                    removed.clear();
                    out.add(line(line.text(), old.lines().get(at++).end(), usual));
                }
            }
        }
        return out;
    }

    private static TextFile.Line line(String text, String end, String usual) {
        return new TextFile.Line(text, end.isEmpty() ? usual : end);
    }

    private static List<String> texts(TextFile file) {
        return file.lines().stream().map(TextFile.Line::text).toList();
    }
}
