package dev.mulligan.orchestrator.journal;

import java.util.List;

/** What an attempt left for the next one, in one line. */
public final class AttemptNote {

    private static final int MOST_LINES = 3;
    private static final int LONGEST = 240;

    /** Between what went wrong with an attempt that could not be used, and what failed before it. */
    static final String CHECK = "\n\nThe check that must pass still failed before that:\n";

    private AttemptNote() {}

    /** What failed rather than how much: the lines after the tally, where there are any. */
    public static String headline(String note) {
        int check = note.indexOf(CHECK);
        return clipped(
                check < 0
                        ? said(note)
                        : said(note.substring(0, check)) + "; the check that failed before: "
                                + said(note.substring(check + CHECK.length())));
    }

    private static String said(String note) {
        List<String> lines = note.lines()
                .map(String::strip)
                .takeWhile(line -> !line.startsWith("---"))
                .filter(line -> !line.isEmpty())
                .limit(1L + MOST_LINES)
                .toList();
        return lines.size() > 1
                ? String.join(", ", lines.subList(1, lines.size()))
                : lines.isEmpty() ? note.lines().findFirst().orElse("") : lines.getFirst();
    }

    private static String clipped(String said) {
        return said.length() <= LONGEST ? said : said.substring(0, LONGEST) + " …";
    }
}
