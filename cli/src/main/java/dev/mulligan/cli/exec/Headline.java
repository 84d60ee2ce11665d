package dev.mulligan.cli.exec;

import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.output.ToolError;

/** What failed, in one line: the first failure and how many more there are. */
final class Headline {

    private Headline() {}

    static String of(Explanation explained) {
        if (explained.errors().isEmpty()) {
            return explained.summary();
        }
        ToolError first = explained.errors().getFirst();
        String where = first.test().or(first::place).map(place -> place + ": ").orElse("");
        int more = explained.errors().size() - 1;
        return where + first.message().lines().findFirst().orElse("") + (more == 0 ? "" : " (and " + more + " more)");
    }
}
