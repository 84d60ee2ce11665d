package dev.mulligan.explain;

import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolError;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run says. {@code signature} is equal for two runs that fail in the same way; {@code failing} holds one entry a
 * failing test or diagnostic, free of line numbers, so that two runs can be compared as sets.
 */
public record Explanation(
        String tool,
        String signature,
        List<ToolError> errors,
        Set<String> failing,
        TestCount tests,
        String summary,
        String stdoutTail,
        String stderrTail) {

    public Explanation {
        errors = List.copyOf(errors);
        failing = java.util.Collections.unmodifiableSet(new TreeSet<>(failing));
    }

    /** What a fixer needs, most useful first, in at most {@code maxChars} characters. */
    public String actionable(int maxChars) {
        return ActionableText.text(this, maxChars, true);
    }

    /** The same without the ends of the streams, for somebody who has just seen the output. */
    public String reasons(int maxChars) {
        return ActionableText.text(this, maxChars, false);
    }

    /** Whether the output's shape was known, or only its best line was taken. */
    public boolean recognised() {
        return !tool.equals("text") && !tool.equals("unknown");
    }
}
