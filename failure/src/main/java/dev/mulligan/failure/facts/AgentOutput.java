package dev.mulligan.failure.facts;

import dev.mulligan.failure.match.TextWindow;
import java.util.List;

/**
 * Agents print their whole conversation: prompts, code, test output. Only their own error report is evidence, so
 * everything before it is left out.
 */
final class AgentOutput {
    private static final List<String> REPORTS =
            List.of("ERROR:", "API Error", "[API Error", "Error:", "error:", "stream error:", "Fatal:", "fatal:");
    private static final String FINAL_EVENT = "{\"type\":\"result\"";
    private static final String FAILED_TURN = "{\"type\":\"turn.failed\"";

    private AgentOutput() {}

    /** The last run of report lines with what follows, or the whole text when no line reports an error. */
    static String errorReport(String output) {
        String text = TextWindow.headAndTail(output);
        int from = -1;
        boolean inReport = false;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            boolean report = isReport(text, firstLetter(text, start, end));
            boolean last = text.startsWith(FINAL_EVENT, start) || text.startsWith(FAILED_TURN, start);
            if (last || (report && !inReport)) {
                from = start;
            }
            inReport = report || (inReport && isContinuation(text, start, end));
            start = end + 1;
        }
        return from < 0 ? output : text.substring(from);
    }

    private static boolean isReport(String text, int at) {
        for (String report : REPORTS) {
            if (text.startsWith(report, at)) {
                return true;
            }
        }
        return false;
    }

    /** Blank and indented lines, and tree marks, belong to the report above them. */
    private static boolean isContinuation(String text, int start, int end) {
        return start == end || text.charAt(start) == ' ' || text.charAt(start) == '\t' || text.charAt(start) == '<';
    }

    private static int firstLetter(String text, int start, int end) {
        int i = start;
        while (i < end && (text.charAt(i) <= ' ' || "⎿✕■●│>".indexOf(text.charAt(i)) >= 0)) {
            i++;
        }
        return i;
    }
}
