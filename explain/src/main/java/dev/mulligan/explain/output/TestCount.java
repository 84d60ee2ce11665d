package dev.mulligan.explain.output;

import java.util.OptionalInt;

/** How many tests a run reported; each figure is empty when the output did not say. */
public record TestCount(OptionalInt ran, OptionalInt failed, OptionalInt skipped) {
    public static final TestCount UNKNOWN =
            new TestCount(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    public static TestCount of(int ran, int failed, int skipped) {
        return new TestCount(OptionalInt.of(ran), OptionalInt.of(failed), OptionalInt.of(skipped));
    }

    /** A test runner ran and executed nothing: its exit code proves nothing. */
    public boolean noEvidence() {
        return ran.isPresent() && ran.getAsInt() == 0;
    }

    public TestCount plus(TestCount other) {
        return new TestCount(sum(ran, other.ran), sum(failed, other.failed), sum(skipped, other.skipped));
    }

    private static OptionalInt sum(OptionalInt a, OptionalInt b) {
        if (a.isEmpty()) return b;
        return b.isEmpty() ? a : OptionalInt.of(Math.addExact(a.getAsInt(), b.getAsInt()));
    }
}
