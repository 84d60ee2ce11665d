package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lines that no dialect understood although they look like an edit: leaving them out would drop what they ask for. */
final class Leftovers {
    private static final List<String> STARTS = List.of(
            "*** Begin Patch",
            "*** Update File:",
            "*** Add File:",
            "*** Delete File:",
            "*** End Patch",
            "diff --git ",
            "@@ -",
            "GIT binary patch",
            ":start_line:",
            "<old_str",
            "<new_str",
            "<str_replace",
            "<replace_all",
            "<parameter name=\"old_str",
            "<parameter name=\"new_str",
            "<parameter=old_str",
            "<parameter=new_str");
    private static final List<String> KEYS =
            List.of("\"old_string\"", "\"old_str\"", "\"oldText\"", "\"oldString\"", "\"new_string\"", "\"new_str\"");
    private static final int MOST_LINES = 6;
    private static final int MOST_CHARS = 120;

    private Leftovers() {}

    static Optional<PatchProblem> in(AnswerLines rest) {
        List<String> lines = rest.lines();
        for (int i = 0; i < lines.size(); i++) {
            if (isSign(lines, i)) {
                int end = Math.min(lines.size(), i + MOST_LINES);
                return Optional.of(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        quoted(
                                "a part of the answer looks like an edit and is in no form that is understood",
                                lines.subList(i, end)),
                        "Send every edit in one form, such as a unified diff with --- and +++ lines."));
            }
        }
        return Optional.empty();
    }

    private static boolean isSign(List<String> lines, int i) {
        String raw = lines.get(i);
        if (raw.isEmpty()) {
            return false;
        }
        String line = HtmlEntities.occurIn(raw) ? HtmlEntities.decode(raw) : raw;
        String text = line.strip();
        if (STARTS.stream().anyMatch(text::startsWith) || KEYS.stream().anyMatch(key -> isKey(text, key))) {
            return true;
        }
        if (BlockMarks.opens(text) || BlockMarks.closesByName(text) || BracketBlocks.isMark(text)) {
            return true;
        }
        return isMixedMark(text) || isNamePair(lines, i) || isChangedLine(lines, i);
    }

    private static boolean isKey(String text, String key) {
        int at = text.indexOf(key);
        return at >= 0 && text.substring(at + key.length()).stripLeading().startsWith(":");
    }

    /** {@code <<-- SEARCH}: marks of several kinds, or too few, before the word. */
    private static boolean isMixedMark(String text) {
        int marks = 0;
        while (marks < text.length() && "<>-+=".indexOf(text.charAt(marks)) >= 0) {
            marks++;
        }
        String word = text.substring(marks).strip().toUpperCase(Locale.ROOT);
        return marks >= 2 && (word.equals("SEARCH") || word.equals("REPLACE"));
    }

    private static boolean isNamePair(List<String> lines, int i) {
        return lines.get(i).startsWith("--- ")
                && i + 1 < lines.size()
                && lines.get(i + 1).startsWith("+++ ");
    }

    /** A removed line right before an added one; items of a list have one space behind the mark. */
    private static boolean isChangedLine(List<String> lines, int i) {
        return isMarked(lines.get(i), '-') && i + 1 < lines.size() && isMarked(lines.get(i + 1), '+');
    }

    private static boolean isMarked(String line, char mark) {
        if (line.length() < 3 || line.charAt(0) != mark || line.charAt(1) == mark) {
            return false;
        }
        boolean item = line.charAt(1) == ' ' && line.charAt(2) != ' ';
        return !item && !line.substring(1).isBlank();
    }

    /** A reason with the lines it is about. */
    static String quoted(String reason, List<String> lines) {
        StringBuilder out = new StringBuilder(reason).append(':');
        lines.stream()
                .filter(line -> !line.isBlank())
                .limit(MOST_LINES)
                .forEach(line -> out.append("\n  ")
                        .append(line.length() <= MOST_CHARS ? line : line.substring(0, MOST_CHARS) + "…"));
        return out.toString();
    }
}
