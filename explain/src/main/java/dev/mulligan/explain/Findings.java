package dev.mulligan.explain;

import java.util.List;

record Findings(List<Finding> items, TestCount tests) {
    static final Findings NONE = new Findings(List.of(), TestCount.UNKNOWN);

    static Findings of(List<Finding> items) {
        return items.isEmpty() ? NONE : new Findings(List.copyOf(items), TestCount.UNKNOWN);
    }

    boolean isEmpty() {
        return items.isEmpty() && tests.equals(TestCount.UNKNOWN);
    }
}
