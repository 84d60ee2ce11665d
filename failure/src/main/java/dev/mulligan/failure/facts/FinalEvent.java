package dev.mulligan.failure.facts;

/** The last JSON line of an agent that reports its outcome in JSON. */
final class FinalEvent {
    private FinalEvent() {}

    /** True when the line is a final event that calls the whole run an error. */
    static boolean saysError(String line) {
        boolean isFinal = has(line, "\"type\":\"result\"") || has(line, "\"type\":\"turn.failed\"");
        boolean gemini = has(line, "\"session_id\":") && has(line, "\"error\":{");
        return (isFinal && (has(line, "\"is_error\":true") || has(line, "turn.failed"))) || gemini;
    }

    /** Finds a fragment of compact JSON, whatever blanks stand after the colons. */
    private static boolean has(String line, String fragment) {
        int from = 0;
        String head = fragment.substring(0, fragment.indexOf(':') < 0 ? fragment.length() : fragment.indexOf(':') + 1);
        String tail = fragment.substring(head.length());
        while (true) {
            int at = line.indexOf(head, from);
            if (at < 0) {
                return false;
            }
            int i = at + head.length();
            while (i < line.length() && line.charAt(i) == ' ') {
                i++;
            }
            if (line.startsWith(tail, i) && (at == 0 || line.charAt(at - 1) != '\\')) {
                return true;
            }
            from = at + 1;
        }
    }
}
