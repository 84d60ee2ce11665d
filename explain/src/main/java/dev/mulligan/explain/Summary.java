package dev.mulligan.explain;

import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolRun;

/** One line a person reads first. */
final class Summary {
    private Summary() {}

    static String of(ToolRun run, String tool, int errors, TestCount tests) {
        StringBuilder b = new StringBuilder(tool).append(": ");
        if (errors > 0) b.append(errors).append(errors == 1 ? " failure" : " failures");
        else if (tests.noEvidence()) b.append("no tests ran, so this is no evidence");
        else if (run.succeeded()) b.append("no failure found");
        else b.append("failed without a recognisable error");
        if (tests.ran().isPresent() && !tests.noEvidence()) {
            int ran = tests.ran().getAsInt();
            b.append(" (").append(ran).append(ran == 1 ? " test ran" : " tests ran");
            tests.skipped().ifPresent(s -> b.append(s > 0 ? ", " + s + " skipped" : ""));
            b.append(')');
        }
        if (run.exit().isPresent()) b.append(", exit ").append(run.exit().getAsInt());
        else b.append(", no exit code");
        return b.toString();
    }
}
