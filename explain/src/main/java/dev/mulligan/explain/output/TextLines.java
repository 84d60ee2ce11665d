package dev.mulligan.explain.output;

import java.util.List;

public final class TextLines {
    private TextLines() {}

    public static String clip(String s, int max) {
        if (s.length() <= max) return s;
        int end = Character.isHighSurrogate(s.charAt(max - 1)) ? max - 1 : max;
        return s.substring(0, end) + "…";
    }

    public static int indent(String s) {
        int i = 0;
        while (i < s.length() && (s.charAt(i) == ' ' || s.charAt(i) == '\t')) i++;
        return i;
    }

    public static int number(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException tooLong) {
            return 0;
        }
    }

    /** Joins with the common indentation and blank edges removed. */
    public static String block(List<String> lines) {
        int common = lines.stream()
                .filter(l -> !l.isBlank())
                .mapToInt(TextLines::indent)
                .min()
                .orElse(0);
        StringBuilder b = new StringBuilder();
        for (String l : lines) b.append(l.isBlank() ? "" : l.substring(common)).append('\n');
        return stripBlankEdges(b.toString());
    }

    private static String stripBlankEdges(String s) {
        int from = 0;
        for (int nl = s.indexOf('\n'); nl >= 0 && s.substring(from, nl).isBlank(); nl = s.indexOf('\n', from)) {
            from = nl + 1;
        }
        return s.substring(from).stripTrailing();
    }

    public static String firstLine(String s) {
        int nl = s.indexOf('\n');
        return nl < 0 ? s : s.substring(0, nl);
    }
}
