package dev.mulligan.workspace.patch;

import java.util.List;
import java.util.OptionalInt;

/**
 * One place to change.
 *
 * @param number position in its file edit, from 1
 * @param oldStart line number the model gave, if it gave a usable one
 * @param section text after {@code @@}, often the enclosing function
 * @param lines what the hunk says for sure
 * @param tail unmarked lines after it: context whose marks were lost, or prose, or nothing
 * @param oldLacksNewline the old side was said to end without a newline
 * @param newLacksNewline the new side was said to end without a newline
 */
public record Hunk(
        int number,
        OptionalInt oldStart,
        String section,
        List<HunkLine> lines,
        List<String> tail,
        boolean oldLacksNewline,
        boolean newLacksNewline) {
    public Hunk {
        lines = List.copyOf(lines);
        tail = List.copyOf(tail);
    }

    static Hunk of(int number, List<HunkLine> lines) {
        return new Hunk(number, OptionalInt.empty(), "", lines, List.of(), false, false);
    }

    Hunk numbered(int position) {
        return new Hunk(position, oldStart, section, lines, tail, oldLacksNewline, newLacksNewline);
    }

    boolean onlyAdds() {
        return lines.stream().allMatch(line -> line.op() == HunkLine.Op.ADD);
    }

    boolean changesNothing() {
        return lines.stream().noneMatch(HunkLine::isChange);
    }
}
