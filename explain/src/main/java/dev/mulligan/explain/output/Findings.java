package dev.mulligan.explain.output;

import java.util.List;

public record Findings(List<Finding> items, TestCount tests) {
    public static final Findings NONE = new Findings(List.of(), TestCount.UNKNOWN);

    public static Findings of(List<Finding> items) {
        return items.isEmpty() ? NONE : new Findings(List.copyOf(items), TestCount.UNKNOWN);
    }

    public boolean isEmpty() {
        return items.isEmpty() && tests.equals(TestCount.UNKNOWN);
    }
}
