package dev.mulligan.workspace.patch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the indentation of a hunk becomes that of the file, learned from the lines both have. */
interface Indentation {
    /** A line as the file would write it; empty when the lines seen do not tell. */
    Optional<String> apply(String line);

    /** A line of the hunk and the line of the file it stands for. */
    record Pair(String hunk, String file) {
        private String hunkIndent() {
            return plain(LineKey.indent(hunk));
        }

        private String fileIndent() {
            return LineKey.indent(file);
        }
    }

    /** Empty when the pairs follow no one rule. */
    static Optional<Indentation> learn(List<Pair> all) {
        List<Pair> pairs = all.stream()
                .filter(pair -> !LineKey.isBlank(pair.hunk()) && !LineKey.isBlank(pair.file()))
                .toList();
        if (pairs.stream().allMatch(pair -> pair.hunkIndent().equals(pair.fileIndent()))) {
            boolean odd = pairs.stream().anyMatch(pair -> !pair.hunkIndent().equals(LineKey.indent(pair.hunk())));
            return Optional.of(line -> Optional.of(odd ? plain(LineKey.indent(line)) + body(line) : line));
        }
        return shiftedRight(pairs).or(() -> shiftedLeft(pairs)).or(() -> otherUnit(pairs));
    }

    private static Optional<Indentation> shiftedRight(List<Pair> pairs) {
        Pair first = pairs.getFirst();
        int extra = first.fileIndent().length() - first.hunkIndent().length();
        if (extra <= 0) {
            return Optional.empty();
        }
        String prefix = first.fileIndent().substring(0, extra);
        boolean all = pairs.stream().allMatch(pair -> pair.fileIndent().equals(prefix + pair.hunkIndent()));
        return all
                ? Optional.of(line -> Optional.of(LineKey.isBlank(line) ? line : prefix + plain(line)))
                : Optional.empty();
    }

    private static Optional<Indentation> shiftedLeft(List<Pair> pairs) {
        Pair first = pairs.getFirst();
        int extra = first.hunkIndent().length() - first.fileIndent().length();
        if (extra <= 0) {
            return Optional.empty();
        }
        String prefix = first.hunkIndent().substring(0, extra);
        boolean all = pairs.stream().allMatch(pair -> pair.hunkIndent().equals(prefix + pair.fileIndent()));
        return all ? Optional.of(line -> withoutPrefix(line, prefix)) : Optional.empty();
    }

    private static Optional<String> withoutPrefix(String line, String prefix) {
        if (LineKey.isBlank(line)) {
            return Optional.of(line);
        }
        String plain = plain(LineKey.indent(line)) + body(line);
        return plain.startsWith(prefix) ? Optional.of(plain.substring(prefix.length())) : Optional.empty();
    }

    private static Optional<Indentation> otherUnit(List<Pair> pairs) {
        for (int width = 1; width <= 8; width++) {
            int tab = width;
            if (pairs.stream().allMatch(pair -> width(pair.hunkIndent(), tab) == width(pair.fileIndent(), tab))) {
                return Optional.of(converter(pairs, tab));
            }
        }
        return Optional.empty();
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
