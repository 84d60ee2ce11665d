package dev.mulligan.explain.generic;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;

/**
 * What was expected and what came, when the tool says it apart from its only message: two failures that differ in a value
 * are two failures.
 */
public final class Sides {
    private static final int MOST = 4;
    private static final int LONGEST = 300;
    private static final Pattern VALUES = Pattern.compile(
            "(?i)[!=]=|\\bexpected\\b.*\\b(?:got|but|to|found|was)\\b|\\bgot\\b.*\\b(?:want|expected)\\b");
    private static final Pattern FRAME = Pattern.compile("^[\\s|│]+");

    private Sides() {}

    public static Finding added(Output out, Finding only) {
        if (only.error().test().isPresent() || compares(only.core())) return only;
        int at = out.find(0, l -> l.contains(TextLines.firstLine(only.core())));
        if (at < 0) return only;
        List<String> sides = new ArrayList<>();
        for (int i = at + 1; i < out.streamEnd(at) && sides.size() < MOST; i++) {
            String line = FRAME.matcher(out.line(i)).replaceFirst("").strip();
            if (line.length() < LONGEST && NoiseLines.side(line)) sides.add(line);
        }
        if (sides.isEmpty()) return only;
        String more = "\n" + String.join("\n", sides);
        return only.with(only.error().message() + more, only.core() + more);
    }

    private static boolean compares(String text) {
        return VALUES.matcher(text).find() || text.lines().anyMatch(NoiseLines::side);
    }
}
