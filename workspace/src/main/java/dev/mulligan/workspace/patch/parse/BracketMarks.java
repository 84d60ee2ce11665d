package dev.mulligan.workspace.patch.parse;

import java.util.Locale;

/** The lines that open, divide and close {@code [SEARCH]} blocks. */
public final class BracketMarks {

    private BracketMarks() {}

    public static boolean opens(String line) {
        return is(line, "[SEARCH]");
    }

    public static boolean isMark(String line) {
        return opens(line) || is(line, "[/SEARCH]") || is(line, "[REPLACE]") || is(line, "[/REPLACE]");
    }

    public static boolean is(String line, String mark) {
        return line.strip().toUpperCase(Locale.ROOT).equals(mark);
    }
}
