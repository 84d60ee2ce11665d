package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.explain.output.ToolError;
import dev.mulligan.explain.output.ToolRun;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Outputs of runners nobody knows, and outputs that only look like one. */
class UnknownRunnerTest {
    private static final String FAILED = """
            worker {1} shop.cart.empty [0.01s] ... ok
            {1} shop.cart.total [0.02s] ... FAILED
              want 30
              got: 25
              at src/cart.xx:14
            2 tests, 1 failed
            """;

    @Test
    void theNameIsFreeOfWorkersAndDurations() {
        ToolError error = explain(FAILED).errors().getFirst();
        assertThat(error.test()).hasValue("shop.cart.total");
        assertThat(error.file()).hasValue("src/cart.xx");
        assertThat(explain(FAILED.replace("{1}", "{4}").replace("0.02s", "1.33s"))
                        .signature())
                .isEqualTo(explain(FAILED).signature());
        assertThat(explain(FAILED.replace("25", "20")).signature())
                .isNotEqualTo(explain(FAILED).signature());
    }

    @Test
    void aCompilerBesidePassingTestsKeepsItsFindings() {
        Explanation got = explain("""
                Tests: 4 passed

                src/cart.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.

                 ERROR  build failed
                ✖ build
                """);
        assertThat(got.errors()).hasSize(1);
        assertThat(got.errors().getFirst().test()).isEmpty();
        assertThat(got.errors().getFirst().message()).contains("TS2322");
    }

    private static Explanation explain(String output) {
        return Explainer.standard().explain(new ToolRun("./check.sh", OptionalInt.of(1), output, ""));
    }
}
