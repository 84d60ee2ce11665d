package dev.mulligan.explain;

import java.util.ArrayList;
import java.util.List;

/** Raw stream to plain lines: bounded, without colours, cursor movements and overwritten progress. */
final class Cleaner {
    private static final int HEAD = 384 * 1024;
    private static final int TAIL = 1152 * 1024;
    private static final int LINE = 8_000;
    private static final char ESC = '\u001b';

    private Cleaner() {}

    static List<String> lines(String raw) {
        if (raw.length() <= HEAD + TAIL) return LinePrefix.strip(split(raw));
        List<String> all = new ArrayList<>(split(raw.substring(0, HEAD)));
        all.add("");
        all.addAll(split(raw.substring(raw.length() - TAIL)));
        return LinePrefix.strip(all);
    }

    private static List<String> split(String raw) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i);
            if (c == '\n') {
                lines.add(finish(line));
            } else if (c == '\r') {
                boolean endOfLine = i + 1 >= raw.length() || raw.charAt(i + 1) == '\n' || raw.charAt(i + 1) == '\r';
                if (!endOfLine) line.setLength(0);
            } else if (c == ESC) {
                int next = skipEscape(raw, i);
                if (startsOver(raw, i, next)) line.setLength(0);
                i = next;
                continue;
            } else if (c == '\b') {
                line.setLength(Math.max(0, line.length() - 1));
            } else if ((c >= ' ' || c == '\t') && c != 0x7f && c != '\ufeff' && line.length() < LINE) {
                line.append(c == '\u00a0' ? ' ' : c);
            }
            i++;
        }
        if (!line.isEmpty()) lines.add(finish(line));
        return lines;
    }

    private static String finish(StringBuilder line) {
        String s = line.toString().stripTrailing();
        line.setLength(0);
        return s;
    }

    /** Index just after the escape sequence that starts at {@code i}. */
    private static int skipEscape(String s, int i) {
        int n = s.length();
        if (i + 1 >= n) return n;
        char kind = s.charAt(i + 1);
        int j = i + 2;
        if (kind == '[') {
            while (j < n && j < i + 64 && s.charAt(j) >= 0x20 && s.charAt(j) < 0x40) j++;
            return j < n && s.charAt(j) >= 0x40 && s.charAt(j) <= 0x7e ? j + 1 : j;
        }
        if (kind == ']' || kind == 'P' || kind == '_') return skipString(s, j);
        if (kind == '(' || kind == ')' || kind == '#' || kind == '%') return Math.min(n, i + 3);
        return kind < 0x20 ? i + 1 : j;
    }

    /** "To column 1" and "erase the line" are how some tools write a carriage return. */
    private static boolean startsOver(String s, int from, int to) {
        return switch (s.substring(from + 1, to)) {
            case "[G", "[0G", "[1G", "[2K" -> true;
            default -> false;
        };
    }

    /** Operating-system commands such as hyperlinks end with BEL or ESC backslash. */
    private static int skipString(String s, int from) {
        for (int j = from; j < s.length() && j < from + 4_096; j++) {
            char c = s.charAt(j);
            if (c == '\u0007') return j + 1;
            if (c == ESC) return Math.min(s.length(), j + 2);
            if (c == '\n') return j;
        }
        return from;
    }
}
