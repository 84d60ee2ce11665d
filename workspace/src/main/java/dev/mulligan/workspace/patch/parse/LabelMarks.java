package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Locale;

/** Lines that say which text is to be found and which replaces it: {@code FIND:}, {@code **Replace with:**}. */
public final class LabelMarks {
    private static final List<String> OLD = List.of("FIND", "SEARCH", "FIND THIS", "SEARCH FOR");
    private static final List<String> NEW = List.of("REPLACE", "REPLACE WITH", "REPLACEMENT", "REPLACE BY");

    private LabelMarks() {}

    public static boolean isOld(String line) {
        return OLD.contains(label(line));
    }

    public static boolean isNew(String line) {
        return NEW.contains(label(line));
    }

    /** The words of a label, empty if the line is none. */
    private static String label(String line) {
        String text = line.strip();
        if (text.length() > 40 || text.indexOf(':') < 0) {
            return "";
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetter(c) || c == ' ') {
                words.append(c);
            } else if ("#*:_".indexOf(c) < 0) {
                return "";
            }
        }
        return words.toString().strip().toUpperCase(Locale.ROOT);
    }
}
