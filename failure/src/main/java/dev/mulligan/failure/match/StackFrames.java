package dev.mulligan.failure.match;

/** Lines of a stack trace name files and functions, not causes. */
final class StackFrames {
    private StackFrames() {}

    /** The position after the stack frames that begin at {@code from}, the start of a line; or {@code from}. */
    static int end(String text, int from, int to) {
        int start = from;
        while (true) {
            int i = start;
            while (i < to && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
                i++;
            }
            boolean frame = i > start && i + 5 < to && (text.startsWith("at ", i) || text.startsWith("File \"", i));
            int end = frame ? text.indexOf('\n', i) : -1;
            if (!frame) {
                return start;
            }
            if (end < 0 || end >= to) {
                return to;
            }
            start = end + 1;
        }
    }
}
