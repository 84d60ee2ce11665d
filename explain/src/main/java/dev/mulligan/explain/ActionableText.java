package dev.mulligan.explain;

import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolError;

/** Errors first, then what is left of the budget for the ends of both streams. */
final class ActionableText {
    private static final int TAILS_SHARE = 3;

    private ActionableText() {}

    static String text(Explanation e, int maxChars, boolean withTails) {
        int max = Math.max(0, maxChars);
        StringBuilder b = new StringBuilder(e.summary()).append('\n');
        int forErrors = withTails ? max - tailsWanted(e, max) : max;
        int shown = 0;
        for (ToolError error : e.errors()) {
            String one = error(error);
            if (shown > 0 && b.length() + one.length() > forErrors) break;
            b.append('\n').append(one);
            shown++;
        }
        if (shown < e.errors().size()) {
            b.append("\n… and ").append(e.errors().size() - shown).append(" more\n");
        }
        if (withTails) tails(b, e, max);
        return b.length() <= max
                ? b.toString()
                : TextLines.clip(b.toString(), Math.max(1, max - 1)).substring(0, max);
    }

    private static int tailsWanted(Explanation e, int max) {
        return Math.min(
                max / TAILS_SHARE, e.stdoutTail().length() + e.stderrTail().length());
    }

    private static String error(ToolError e) {
        StringBuilder b = new StringBuilder();
        e.test().ifPresent(t -> b.append("test: ").append(t).append('\n'));
        e.place().ifPresent(p -> b.append("at: ").append(p).append('\n'));
        b.append(e.message()).append('\n');
        e.expected().ifPresent(x -> b.append("expected: ").append(x).append('\n'));
        e.actual().ifPresent(x -> b.append("actual: ").append(x).append('\n'));
        return b.toString();
    }

    private static void tails(StringBuilder b, Explanation e, int max) {
        int room = max - b.length() - 60;
        if (room < 80) return;
        String err = end(e.stderrTail(), e.stdoutTail().isEmpty() ? room : room / 2);
        String out = end(e.stdoutTail(), room - err.length());
        if (!out.isEmpty()) b.append("\n--- end of stdout\n").append(out).append('\n');
        if (!err.isEmpty()) b.append("\n--- end of stderr\n").append(err).append('\n');
    }

    /** The last whole lines that fit. */
    private static String end(String s, int max) {
        if (s.length() <= max) return s;
        String cut = s.substring(s.length() - Math.max(0, max));
        int nl = cut.indexOf('\n');
        return nl < 0 ? cut : cut.substring(nl + 1);
    }
}
