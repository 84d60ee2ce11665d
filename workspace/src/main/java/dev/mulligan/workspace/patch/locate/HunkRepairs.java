package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Other readings of hunk lines whose marks a model lost, doubled, or mixed with line numbers. */
final class HunkRepairs {
    private static final List<String> SEPARATORS = List.of("\t", " | ", " |", "| ", "|", "\u2192", ": ");

    private HunkRepairs() {}

    /** Context that is nothing but dots stands for lines left out. */
    static List<HunkLine> withElisions(List<HunkLine> lines) {
        return lines.stream()
                .map(line -> line.op() == Op.CONTEXT && Placeholders.isElision(line.text())
                        ? new HunkLine(Op.ELISION, line.text(), line.marked())
                        : line)
                .toList();
    }

    /** Context lines taken as written: the model left their leading space out. */
    static List<HunkLine> rawContext(List<HunkLine> lines) {
        return lines.stream()
                .map(line -> isMarkedContext(line) ? line.withText(" " + line.text()) : line)
                .toList();
    }

    private static boolean isMarkedContext(HunkLine line) {
        return line.op() == Op.CONTEXT && line.marked() && !LineKey.isBlank(line.text());
    }

    /** A line between two added ones that the file does not have was meant to be added too. */
    static Optional<List<HunkLine>> withLostPlus(List<HunkLine> lines, LineIndex index) {
        List<HunkLine> mended = new ArrayList<>(lines);
        for (int i = 1; i < lines.size() - 1; i++) {
            HunkLine line = lines.get(i);
            boolean between =
                    mended.get(i - 1).op() == Op.ADD && lines.get(i + 1).op() == Op.ADD;
            if (between && isMarkedContext(line) && index.id(LineKey.PUNCTUATION, line.text()) < 0) {
                mended.set(i, HunkLine.add(line.text()));
            }
        }
        return mended.equals(lines) ? Optional.empty() : Optional.of(mended);
    }

    /** Without blank lines to remove at the edges, if there are any. */
    static Optional<List<HunkLine>> withoutBlankEdges(List<HunkLine> lines) {
        int from = 0;
        int to = lines.size();
        while (from < to && isBlankRemoval(lines.get(from))) {
            from++;
        }
        while (to > from && isBlankRemoval(lines.get(to - 1))) {
            to--;
        }
        return to - from == lines.size() || from == to ? Optional.empty() : Optional.of(lines.subList(from, to));
    }

    private static boolean isBlankRemoval(HunkLine line) {
        return line.op() == Op.REMOVE && LineKey.isBlank(line.text());
    }

    /** Without {@code 12 | } and the like, if every line has it. */
    static Optional<List<HunkLine>> withoutLineNumbers(List<HunkLine> lines) {
        for (String separator : SEPARATORS) {
            List<HunkLine> plain = new ArrayList<>();
            for (HunkLine line : lines) {
                Optional<String> text = withoutNumber(line.text(), separator);
                if (text.isEmpty()) {
                    break;
                }
                plain.add(line.withText(text.get()));
            }
            if (!lines.isEmpty() && plain.size() == lines.size()) {
                return Optional.of(plain);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> withoutNumber(String text, String separator) {
        String body = text.stripLeading();
        int digits = 0;
        while (digits < body.length() && body.charAt(digits) >= '0' && body.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 7) {
            return Optional.empty();
        }
        String rest = body.substring(digits);
        if (rest.startsWith(separator)) {
            return Optional.of(rest.substring(separator.length()));
        }
        return !rest.isEmpty() && rest.equals(separator.stripTrailing()) ? Optional.of("") : Optional.empty();
    }

    /** {@code --} and {@code ++} where one mark was meant, if every changed line has it. */
    static Optional<List<HunkLine>> withoutDoubledMarks(List<HunkLine> lines) {
        boolean all = lines.stream()
                .filter(HunkLine::isChange)
                .allMatch(line -> line.text().startsWith(line.op() == Op.ADD ? "+" : "-"));
        if (!all || lines.stream().noneMatch(HunkLine::isChange)) {
            return Optional.empty();
        }
        return Optional.of(lines.stream()
                .map(line -> line.isChange() ? line.withText(line.text().substring(1)) : line)
                .toList());
    }
}
