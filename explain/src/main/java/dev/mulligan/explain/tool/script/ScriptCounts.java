package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;

/** Totals as JavaScript runners print them: {@code 1 failed, 4 passed, 5 total}. */
final class ScriptCounts {
    private static final Pattern COUNT = Pattern.compile("(\\d+) (failed|passed|skipped|todo|pending)");

    private ScriptCounts() {}

    static TestCount jest(String line) {
        int failed = 0;
        int passed = 0;
        int skipped = 0;
        Matcher m = COUNT.matcher(line);
        while (m.find()) {
            int n = TextLines.number(m.group(1));
            switch (m.group(2)) {
                case "failed" -> failed += n;
                case "passed" -> passed += n;
                default -> skipped += n;
            }
        }
        return TestCount.of(failed + passed, failed, skipped);
    }
}
