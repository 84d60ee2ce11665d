package dev.mulligan.explain.output;

import com.google.re2j.Matcher;
import java.util.OptionalInt;
import java.util.Set;

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

    /** Sums of a line such as {@code 1 failed, 4 passed}; words that are neither of these count as passed. */
    public static TestCount counted(Matcher numberAndWord, Set<String> failing, Set<String> skipping) {
        int failed = 0;
        int passed = 0;
        int skipped = 0;
        while (numberAndWord.find()) {
            int n = TextLines.number(numberAndWord.group(1));
            String word = numberAndWord.group(2);
            if (failing.contains(word)) {
                failed += n;
            } else if (skipping.contains(word)) {
                skipped += n;
            } else {
                passed += n;
            }
        }
        return of(passed + failed, failed, skipped);
    }
}
