package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Locale;

/** The lines that open, divide and close SEARCH/REPLACE blocks, however many marks a model wrote. */
public final class BlockMarks {
    private static final List<String> OLD_NAMES = List.of("SEARCH", "ORIGINAL", "OLD", "BEFORE", "HEAD", "FIND");
    private static final List<String> NEW_NAMES = List.of("REPLACE", "UPDATED", "NEW", "AFTER");
    private static final int FEWEST = 3;
    private static final int USUAL = 5;

    private BlockMarks() {}

    public static boolean opensWithAngles(String line) {
        int marks = run(line, '<');
        String word = word(line, marks);
        return (marks >= USUAL && OLD_NAMES.stream().anyMatch(word::startsWith))
                || (marks >= FEWEST && isName(word, "SEARCH"));
    }

    public static boolean opensWithDashes(String line) {
        int marks = run(line, '-');
        return marks >= FEWEST && isName(word(line, marks), "SEARCH");
    }

    public static boolean opens(String line) {
        return opensWithAngles(line) || opensWithDashes(line);
    }

    /** {@code >>>>>>> REPLACE}, or as many angles as the opening line has marks; {@code +++++++ REPLACE}. */
    public static boolean closes(String line, int opening) {
        int angles = run(line, '>');
        return (angles >= USUAL && Math.abs(angles - opening) <= 2) || closesByName(line);
    }

    /** Closes a block for sure: quoted mail has angles too. */
    public static boolean closesByName(String line) {
        int angles = run(line, '>');
        String word = word(line, angles);
        if ((angles >= FEWEST && isName(word, "REPLACE"))
                || (angles >= USUAL && NEW_NAMES.stream().anyMatch(word::startsWith))) {
            return true;
        }
        int plus = run(line, '+');
        int dashes = run(line, '-');
        return (plus >= FEWEST && isName(word(line, plus), "REPLACE"))
                || (dashes >= FEWEST && isName(word(line, dashes), "REPLACE"));
    }

    public static boolean divides(String line, int opening) {
        String text = line.strip();
        int marks = run(text, '=');
        return marks == text.length() && (marks >= USUAL || (marks >= FEWEST && Math.abs(marks - opening) <= 1));
    }

    public static int length(String opening) {
        return Math.max(run(opening, '<'), run(opening, '-'));
    }

    /** What stands behind the word of an opening line, such as a path. */
    public static String afterName(String opening) {
        String rest = opening.strip().substring(length(opening)).strip();
        int end = 0;
        while (end < rest.length() && Character.isLetter(rest.charAt(end))) {
            end++;
        }
        String after = rest.substring(end).strip();
        return after.equals(">") ? "" : after;
    }

    /** A mark that is content has a backslash before it. */
    public static String unescaped(String line) {
        if (!line.startsWith("\\")) {
            return line;
        }
        String rest = line.substring(1);
        boolean mark = opens(rest)
                || closesByName(rest)
                || rest.startsWith("<<<<<<<")
                || rest.startsWith(">>>>>>>")
                || rest.startsWith("=======")
                || rest.startsWith("-------")
                || rest.startsWith(":start_line:")
                || rest.startsWith(":end_line:");
        return mark ? rest : line;
    }

    private static boolean isName(String word, String name) {
        if (!word.startsWith(name)) {
            return false;
        }
        String rest = word.substring(name.length());
        return rest.isEmpty() || rest.equals(">") || rest.equals(":") || rest.startsWith(" ");
    }

    private static String word(String line, int marks) {
        return line.strip().substring(marks).strip().toUpperCase(Locale.ROOT);
    }

    public static int run(String line, char mark) {
        String text = line.strip();
        int length = 0;
        while (length < text.length() && text.charAt(length) == mark) {
            length++;
        }
        return length;
    }
}
