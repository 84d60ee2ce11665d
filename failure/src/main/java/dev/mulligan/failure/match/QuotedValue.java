package dev.mulligan.failure.match;

/**
 * Reads one value of JSON-like text: JSON, Python's repr, JSON inside a JSON string (any number of escapes), or JSON
 * that was cut off. Every method is linear and stops at {@code to}.
 */
public final class QuotedValue {
    private QuotedValue() {}

    /** The position after the string whose opening quote is at {@code quoteAt}. */
    static int end(String text, int quoteAt, int to) {
        char quote = text.charAt(quoteAt);
        int depth = backslashesBefore(text, quoteAt);
        int period = 2 * (depth + 1);
        int run = 0;
        for (int i = quoteAt + 1; i < to; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                run++;
            } else {
                // Deeper quotes carry more backslashes than the pair that encloses them.
                if (c == quote && run % period == depth) {
                    return i + 1;
                }
                run = 0;
            }
        }
        return to;
    }

    /** The string whose opening quote is at {@code quoteAt}, without quotes, at most {@code max} characters. */
    public static String read(String text, int quoteAt, int to, int max) {
        int end = end(text, quoteAt, to);
        int stop = end < to || (end > quoteAt + 1 && text.charAt(end - 1) == text.charAt(quoteAt)) ? end - 1 : end;
        while (stop > quoteAt + 1 && text.charAt(stop - 1) == '\\') {
            stop--;
        }
        return OneLine.oneLine(text, quoteAt + 1, Math.max(stop, quoteAt + 1), max);
    }

    /** Whether the string whose opening quote is at {@code quoteAt} is itself JSON. */
    public static boolean holdsJson(String text, int quoteAt) {
        int i = valueStart(text, quoteAt + 1, text.length());
        return i < text.length() && (text.charAt(i) == '{' || text.charAt(i) == '[');
    }

    private static int backslashesBefore(String text, int at) {
        int count = 0;
        while (count < 64 && at - 1 - count >= 0 && text.charAt(at - 1 - count) == '\\') {
            count++;
        }
        return count;
    }

    /** Skips blanks, backslashes and quotes, as they come between a key's colon and its value. */
    public static int valueStart(String text, int at, int to) {
        int limit = Math.min(to, at + 16);
        int i = at;
        while (i < limit && " \t\r\n\\\"'`".indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i;
    }
}
