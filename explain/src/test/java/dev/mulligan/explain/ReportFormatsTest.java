package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.explain.output.ToolRun;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports that machines write: recognised by themselves, and read when named. */
class ReportFormatsTest {

    private static final String JUNIT = """
            <?xml version="1.0"?>
            <testsuites><testsuite name="s" tests="3">
              <testcase classname="tests.test_cart" name="test_ok"/>
              <testcase classname="tests.test_cart" name="test_total" file="tests/test_cart.py" line="4">
                <failure message="assert 25 == 30">def test_total():
            tests/test_cart.py:6: AssertionError</failure>
              </testcase>
              <testcase classname="CartTest" name="throws">
                <error type="java.lang.IllegalStateException">java.lang.IllegalStateException: empty
                at org.junit.Assert.fail(Assert.java:9)
                at org.example.CartTest.throws(CartTest.java:12)</error>
              </testcase>
              <testcase classname="CartTest" name="later"><skipped/></testcase>
            </testsuite></testsuites>
            """;

    @Test
    void junitXml() {
        Explanation report = recognised(JUNIT);
        assertThat(report).isEqualTo(explained(InputFormat.JUNIT, JUNIT));
        assertThat(report.errors()).hasSize(2);
        assertThat(report.errors().getFirst().place()).contains("tests/test_cart.py:4");
        assertThat(report.errors().getFirst().test()).contains("tests.test_cart.test_total");
        assertThat(report.errors().getFirst().message()).isEqualTo("assert 25 == 30");
        assertThat(report.errors().getLast().place()).contains("org/example/CartTest.java:12");
        assertThat(report.errors().getLast().message()).contains("empty");
        assertThat(report.tests().ran()).hasValue(4);
        assertThat(report.signature())
                .isNotEqualTo(recognised(JUNIT.replace("25 ==", "26 ==")).signature());

        Explanation cut = recognised(JUNIT.substring(0, JUNIT.indexOf("<testcase classname=\"CartTest\"")));
        assertThat(cut.errors()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[INFO] --- surefire:3.5.0:test (default-test) @ shop ---\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS",
                "Test project /src/build\nNo tests were found!!!",
                " RUN  v3.0.0 /src\n\nNo test files found, exiting with code 0\n",
                "There are no tests to run",
                "[info] No tests were executed.",
                "Files=0, Tests=0,  0 wallclock secs\nResult: NOTESTS",
                "1..0 # SKIP no perl",
                "✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.",
                "0 tests, 0 assertions, 0 failures, 0 errors, 0 pendings, 0 omissions, 0 notifications",
                "0 scenarios\n0 steps\n0m00.000s"
            })
    void runnersThatFoundNoTestSaySoWithoutASum(String output) {
        assertThat(recognised(output, 0).tests().noEvidence()).isTrue();
        assertThat(recognised(output + "\n===== 3 passed in 0.10s =====", 0)
                        .tests()
                        .noEvidence())
                .isFalse();
        assertThat(recognised(output + "\nsrc/a.c:3:4: error: boom", 1).errors())
                .isNotEmpty();
    }

    @Test
    void sarif() {
        String text = """
                {"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","rules":[{"id":"A1","shortDescription":{"text":"no"}}]}},
                "results":[
                 {"ruleId":"A1","level":"error","message":{"text":"password in source"},"locations":[{"physicalLocation":
                  {"artifactLocation":{"uri":"src/a.py"},"region":{"startLine":7}}}]},
                 {"ruleId":"A2","level":"note","message":{"text":"a remark"},"locations":[{"physicalLocation":
                  {"artifactLocation":{"uri":"src/b.py"},"region":{"startLine":1}}}]},
                 {"ruleId":"A1","level":"error","suppressions":[{"kind":"inSource"}],"message":{"text":"known"},"locations":
                  [{"physicalLocation":{"artifactLocation":{"uri":"src/c.py"},"region":{"startLine":2}}}]}]}]}
                """;
        Explanation report = recognised(text);
        assertThat(report.errors()).singleElement().satisfies(error -> {
            assertThat(error.place()).contains("src/a.py:7");
            assertThat(error.message()).isEqualTo("password in source (A1)");
        });
        assertThat(explained(InputFormat.SARIF, text).errors()).isEqualTo(report.errors());
        assertThat(explained(InputFormat.SARIF, "[{\"filePath\":\"a.js\",\"messages\":[]}]")
                        .errors())
                .isEmpty();
    }

    @Test
    void jsonOfLintersAndTestRunners() {
        String eslint = """
                > p@1.0.0 lint
                > eslint -f json .

                [{"filePath":"/home/dev/project/a.js","messages":[
                  {"ruleId":"no-undef","severity":2,"message":"'x' is not defined.","line":3,"column":1},
                  {"ruleId":"semi","severity":1,"message":"Missing semicolon.","line":4}]}]
                """;
        assertThat(recognised(eslint).errors()).singleElement().satisfies(error -> {
            assertThat(error.place()).contains("/home/dev/project/a.js:3");
            assertThat(error.message()).isEqualTo("'x' is not defined. (no-undef)");
        });
        String ruff =
                "[{\"code\":\"F821\",\"filename\":\"a.py\",\"location\":{\"row\":2,\"column\":3},\"message\":\"Undefined name `x`\"}]";
        assertThat(recognised(ruff).errors().getFirst().place()).contains("a.py:2");
        String jest = """
                {"numFailedTests":1,"testResults":[{"name":"/p/a.test.js","assertionResults":[
                  {"fullName":"cart is fine","status":"passed","failureMessages":[]},
                  {"fullName":"cart adds up","status":"failed","failureMessages":["Error: expected 25 to be 30\\n    at Object.<anonymous> (/p/a.test.js:3:5)"]}]}]}
                """;
        assertThat(recognised(jest).errors()).singleElement().satisfies(error -> {
            assertThat(error.test()).contains("cart adds up");
            assertThat(error.place()).contains("/p/a.test.js:3");
            assertThat(error.message()).contains("expected 25 to be 30");
        });
        assertThat(recognised("{\"answer\": 42").errors()).isNotNull();
    }

    @Test
    void tapFourteenWithSubtestsAndDiagnostics() {
        String tap = """
                TAP version 14
                1..1
                # Subtest: cart
                    ok 1 - fine
                    not ok 2 - total
                      ---
                      at:
                        fileName: test/cart.js
                        lineNumber: 3
                      diff: |
                        --- expected
                        +++ actual
                        -30
                        +25
                      ...
                    1..2
                not ok 1 - cart
                """;
        assertThat(explained(InputFormat.TAP, tap).errors()).singleElement().satisfies(error -> {
            assertThat(error.test()).contains("total");
            assertThat(error.place()).contains("test/cart.js:3");
            assertThat(error.message()).contains("+25");
        });
    }

    @Test
    void annotationsOfWorkflows() {
        Explanation report = recognised(
                "::group::lint\n::error file=src/a.py,line=3,col=1::undefined name 'x'%0Asecond line\n::error::Process completed with exit code 1.\n");
        assertThat(report.errors()).singleElement().satisfies(error -> {
            assertThat(error.place()).contains("src/a.py:3");
            assertThat(error.message()).isEqualTo("undefined name 'x'\nsecond line");
        });
    }

    private static Explanation recognised(String text) {
        return explained(InputFormat.AUTO, text);
    }

    private static Explanation recognised(String text, int exit) {
        return Explainer.of(InputFormat.AUTO).explain(new ToolRun("", OptionalInt.of(exit), text, ""));
    }

    private static Explanation explained(InputFormat format, String text) {
        return Explainer.of(format).explain(new ToolRun("", OptionalInt.of(1), text, ""));
    }
}
