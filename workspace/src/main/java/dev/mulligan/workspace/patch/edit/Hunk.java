package dev.mulligan.workspace.patch.edit;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

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
 * @param endsFile the hunk was said to be the end of the file
 */
public record Hunk(
        int number,
        OptionalInt oldStart,
        String section,
        List<HunkLine> lines,
        List<String> tail,
        boolean oldLacksNewline,
        boolean newLacksNewline,
        boolean endsFile) {
    public Hunk {
        lines = List.copyOf(lines);
        tail = List.copyOf(tail);
    }

    public static Hunk of(int number, List<HunkLine> lines) {
        return new Hunk(number, OptionalInt.empty(), "", lines, List.of(), false, false, false);
    }

    public Hunk startingAt(OptionalInt line) {
        return new Hunk(number, line, section, lines, tail, oldLacksNewline, newLacksNewline, endsFile);
    }

    public Hunk endingFile() {
        return new Hunk(number, oldStart, section, lines, tail, oldLacksNewline, newLacksNewline, true);
    }

    public Hunk withTexts(UnaryOperator<String> change) {
        List<HunkLine> changed = lines.stream()
                .map(line -> line.withText(change.apply(line.text())))
                .toList();
        List<String> changedTail = tail.stream().map(change).toList();
        return new Hunk(number, oldStart, section, changed, changedTail, oldLacksNewline, newLacksNewline, endsFile);
    }

    public Hunk numbered(int position) {
        return new Hunk(position, oldStart, section, lines, tail, oldLacksNewline, newLacksNewline, endsFile);
    }

    public boolean onlyAdds() {
        return lines.stream().allMatch(line -> line.op() == HunkLine.Op.ADD);
    }

    public boolean changesNothing() {
        return lines.stream().noneMatch(HunkLine::isChange);
    }
}
