package dev.mulligan.orchestrator.journal;

import java.util.List;

/** What an attempt left for the next one, in one line. */
public final class AttemptNote {

    private static final int MOST_LINES = 3;
    private static final int LONGEST = 240;

    private AttemptNote() {}

    /** What failed rather than how much: the lines after the tally, where there are any. */
    public static String headline(String note) {
        List<String> lines = note.lines()
                .map(String::strip)
                .takeWhile(line -> !line.startsWith("---"))
                .filter(line -> !line.isEmpty())
                .limit(1L + MOST_LINES)
                .toList();
        String said = lines.size() > 1
                ? String.join(", ", lines.subList(1, lines.size()))
                : lines.isEmpty() ? note.lines().findFirst().orElse("") : lines.getFirst();
        return said.length() <= LONGEST ? said : said.substring(0, LONGEST) + " …";
    }
}
