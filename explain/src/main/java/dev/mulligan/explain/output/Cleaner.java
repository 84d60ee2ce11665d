package dev.mulligan.explain.output;

import java.util.ArrayList;
import java.util.List;

/** Raw stream to plain lines: bounded, without colours, cursor movements and overwritten progress. */
public final class Cleaner {
    private static final int HEAD = 384 * 1024;
    private static final int TAIL = 1152 * 1024;
    private static final int LINE = 8_000;
    private static final int FEWEST_ODD = 8;
    private static final char ESC = '\u001b';

    private Cleaner() {}

    public static List<String> lines(String raw) {
        if (raw.length() <= HEAD + TAIL) return LinePrefix.strip(split(raw));
        List<String> all = new ArrayList<>(split(raw.substring(0, HEAD)));
        all.add("");
        all.addAll(split(raw.substring(raw.length() - TAIL)));
        return LinePrefix.strip(all);
    }

    private static List<String> split(String raw) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int odd = 0;
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i);
            odd += isOdd(c) ? 1 : 0;
            if (c == '\n') {
                lines.add(finish(line, odd));
                odd = 0;
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
        if (!line.isEmpty()) lines.add(finish(line, odd));
        return lines;
    }

    /** Of a line that is no text nothing is kept: no tool writes its reasons so, and reading it takes long. */
    private static String finish(StringBuilder line, int odd) {
        boolean binary = odd >= FEWEST_ODD && odd * 10 > line.length();
        String s = binary ? "" : line.toString().stripTrailing();
        line.setLength(0);
        return s;
    }

    /** Characters that stand in no text: controls that move nothing, halves of pairs, code points nobody uses. */
    private static boolean isOdd(char c) {
        if (c < 0x80) {
            return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\b' && c != ESC && c != 0x07;
        }
        return switch (Character.getType(c)) {
            case Character.UNASSIGNED, Character.PRIVATE_USE, Character.CONTROL -> true;
            default -> c == '\ufffd';
        };
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
