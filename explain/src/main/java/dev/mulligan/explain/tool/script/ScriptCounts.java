package dev.mulligan.explain.tool.script;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.TestCount;
import java.util.Set;

/** Totals as JavaScript runners print them: {@code 1 failed, 4 passed, 5 total}. */
final class ScriptCounts {
    private static final Pattern COUNT = Pattern.compile("(\\d+) (failed|passed|skipped|todo|pending)");

    private ScriptCounts() {}

    static TestCount jest(String line) {
        return TestCount.counted(COUNT.matcher(line), Set.of("failed"), Set.of("skipped", "todo", "pending"));
    }
}
