package dev.mulligan.orchestrator.operation;

import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.ToolError;

/** What failed, in one line: the first failure and how many more there are. */
final class Headline {

    private Headline() {}

    static String of(Explanation explained) {
        return explained.errors().isEmpty() ? explained.summary() : ofErrors(explained);
    }

    /** Empty when the output named no failure: a tool's tally is no description of it. */
    static String ofErrors(Explanation explained) {
        if (explained.errors().isEmpty()) {
            return "";
        }
        ToolError first = explained.errors().getFirst();
        String where = first.test().or(first::place).map(place -> place + ": ").orElse("");
        int more = explained.errors().size() - 1;
        return where + first.message().lines().findFirst().orElse("") + (more == 0 ? "" : " (and " + more + " more)");
    }
}
