package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolRun;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ActionableTest {
    private static final String REPORT = """
            [ERROR] org.example.CartTest.total -- Time elapsed: 0.021 s <<< FAILURE!
            org.opentest4j.AssertionFailedError: expected: <30> but was: <25>
            \tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:531)
            \tat org.example.CartTest.total(CartTest.java:26)

            [ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 1
            """;

    private static Explanation explain(String out, String err) {
        return Explainer.standard().explain(new ToolRun("mvn test", OptionalInt.of(1), out, err));
    }

    @Test
    void whatAFixerNeedsComesFirst() {
        String text =
                explain("noise\n".repeat(5_000) + REPORT, "the end of stderr\n").actionable(2_000);
        assertThat(text).hasSizeLessThanOrEqualTo(2_000);
        assertThat(text)
                .containsSubsequence(
                        "1 failure",
                        "test: org.example.CartTest.total",
                        "at: org/example/CartTest.java:26",
                        "expected: <30> but was: <25>",
                        "expected: 30",
                        "actual: 25",
                        "--- end of stdout",
                        "--- end of stderr",
                        "the end of stderr");
    }

    @Test
    void countsSayWhatRan() {
        assertThat(explain(REPORT, "").tests()).isEqualTo(TestCount.of(3, 1, 1));
        assertThat(explain("hello\n", "").tests()).isEqualTo(TestCount.UNKNOWN);
        assertThat(TestCount.UNKNOWN.noEvidence()).isFalse();
    }

    @Test
    void anyBudgetIsKept() {
        Explanation e = explain(REPORT.repeat(30), "x".repeat(20_000));
        for (int max : new int[] {0, 1, 7, 50, 120, 500, 5_000})
            assertThat(e.actionable(max)).hasSizeLessThanOrEqualTo(max);
    }

    @Test
    void manyErrorsDoNotPushOutTheTails() {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= 50; i++)
            out.append("src/a.ts(")
                    .append(i)
                    .append(",1): error TS1: broken ")
                    .append(i)
                    .append('\n');
        String text = explain(out.toString(), "last words\n").actionable(1_500);
        assertThat(text).contains("broken 1\n", " more\n", "last words");
    }
}
