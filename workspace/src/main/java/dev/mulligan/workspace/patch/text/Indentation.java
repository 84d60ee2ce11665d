package dev.mulligan.workspace.patch.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the indentation of a hunk becomes that of the file, learned from the lines both have. */
public interface Indentation {
    /** Spaces that an editor or a model would have turned into a tab, had it turned any. */
    int A_TAB = 4;

    /** A line as the file would write it; empty when the lines seen do not tell. */
    Optional<String> apply(String line);

    /** A line of the hunk and the line of the file it stands for. */
    record Pair(String hunk, String file) {
        String hunkIndent() {
            return plain(LineKey.indent(hunk));
        }

        String fileIndent() {
            return LineKey.indent(file);
        }

        boolean isBlank() {
            return LineKey.isBlank(hunk) || LineKey.isBlank(file);
        }
    }

    /**
     * Empty when the pairs follow no one rule.
     *
     * @param all what one hunk shares with the file
     * @param others what all hunks for the file share with it, for hunks that show no indentation of their own
     */
    static Optional<Indentation> learn(List<Pair> all, List<Pair> others, IndentStyle style) {
        List<Pair> pairs = all.stream().filter(pair -> !pair.isBlank()).toList();
        if (pairs.stream().allMatch(pair -> pair.hunkIndent().equals(pair.fileIndent()))) {
            boolean shown = pairs.stream().anyMatch(pair -> pair.hunkIndent().length() >= A_TAB);
            return Optional.of(shown ? literal(pairs) : unseen(pairs, others, style));
        }
        return shiftedRight(pairs, style)
                .or(() -> shiftedLeft(pairs, style))
                .or(() -> otherUnit(pairs, others, style))
                .map(rule -> line -> rule.apply(line).filter(styled -> style.fits(LineKey.indent(styled))));
    }

    private static Indentation literal(List<Pair> pairs) {
        boolean odd = pairs.stream().anyMatch(pair -> !pair.hunkIndent().equals(LineKey.indent(pair.hunk())));
        return line -> Optional.of(odd ? plain(LineKey.indent(line)) + body(line) : line);
    }

    /** No line of this hunk is indented enough to tell: the other hunks show the unit, or the file's style must fit. */
    private static Indentation unseen(List<Pair> own, List<Pair> others, IndentStyle style) {
        return line -> {
            if (LineKey.indent(line).isEmpty() || LineKey.isBlank(line)) {
                return Optional.of(line);
            }
            boolean differs = others.stream()
                    .anyMatch(pair -> !pair.isBlank() && !pair.hunkIndent().equals(pair.fileIndent()));
            return differs
                    ? otherUnit(others.stream().filter(pair -> !pair.isBlank()).toList(), others, style)
                            .flatMap(unit -> unit.apply(line))
                    : literal(own).apply(line).filter(styled -> style.fits(LineKey.indent(styled)));
        };
    }

    private static Optional<Indentation> shiftedRight(List<Pair> pairs, IndentStyle style) {
        Pair first = pairs.getFirst();
        int extra = first.fileIndent().length() - first.hunkIndent().length();
        if (extra <= 0 || !isPlausible(pairs, extra, style)) {
            return Optional.empty();
        }
        String prefix = first.fileIndent().substring(0, extra);
        boolean all = pairs.stream().allMatch(pair -> pair.fileIndent().equals(prefix + pair.hunkIndent()));
        return all
                ? Optional.of(line -> Optional.of(LineKey.isBlank(line) ? line : prefix + plain(line)))
                : Optional.empty();
    }

    private static Optional<Indentation> shiftedLeft(List<Pair> pairs, IndentStyle style) {
        Pair first = pairs.getFirst();
        int extra = first.hunkIndent().length() - first.fileIndent().length();
        if (extra <= 0 || !isPlausible(pairs, extra, style)) {
            return Optional.empty();
        }
        String prefix = first.hunkIndent().substring(0, extra);
        boolean all = pairs.stream().allMatch(pair -> pair.hunkIndent().equals(prefix + pair.fileIndent()));
        return all ? Optional.of(line -> withoutPrefix(line, prefix)) : Optional.empty();
    }

    /** With lines of one depth only, a shift that is no whole step of the file may be another unit instead. */
    private static boolean isPlausible(List<Pair> pairs, int shift, IndentStyle style) {
        return depths(pairs) > 1 || style.isWholeStep(shift);
    }

    private static long depths(List<Pair> pairs) {
        return pairs.stream().map(Pair::hunkIndent).distinct().count();
    }

    private static Optional<String> withoutPrefix(String line, String prefix) {
        if (LineKey.isBlank(line)) {
            return Optional.of(line);
        }
        String plain = plain(LineKey.indent(line)) + body(line);
        return plain.startsWith(prefix) ? Optional.of(plain.substring(prefix.length())) : Optional.empty();
    }

    /** Tabs for spaces or spaces for tabs. Lines of one depth do not prove the width unless all other hunks agree. */
    private static Optional<Indentation> otherUnit(List<Pair> pairs, List<Pair> others, IndentStyle style) {
        for (int tab : new int[] {4, 2, 8, 3}) {
            if (fits(pairs, tab)) {
                boolean sure = depths(pairs) > 1 || (style.isStep(tab) && fits(others, tab));
                return sure ? Optional.of(converter(pairs, tab)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean fits(List<Pair> pairs, int tab) {
        return pairs.stream()
                .filter(pair -> !pair.isBlank())
                .allMatch(pair -> width(pair.hunkIndent(), tab) == width(pair.fileIndent(), tab));
    }

    private static Indentation converter(List<Pair> pairs, int tab) {
        boolean fileHasTabs = pairs.stream().anyMatch(pair -> pair.fileIndent().indexOf('\t') >= 0);
        Map<String, String> seen = new HashMap<>();
        pairs.forEach(pair -> seen.put(pair.hunkIndent(), pair.fileIndent()));
        return line -> {
            if (LineKey.isBlank(line)) {
                return Optional.of(line);
            }
            String indent = plain(LineKey.indent(line));
            int width = width(indent, tab);
            String fresh = fileHasTabs ? "\t".repeat(width / tab) + " ".repeat(width % tab) : " ".repeat(width);
            return Optional.of(seen.getOrDefault(indent, fresh) + body(line));
        };
    }

    private static int width(String indent, int tab) {
        int width = 0;
        for (int i = 0; i < indent.length(); i++) {
            width += indent.charAt(i) == '\t' ? tab : 1;
        }
        return width;
    }

    private static String body(String line) {
        return line.substring(LineKey.indent(line).length());
    }

    private static String plain(String line) {
        String indent = LineKey.indent(line);
        return Punctuation.folded(indent) + line.substring(indent.length());
    }
}
