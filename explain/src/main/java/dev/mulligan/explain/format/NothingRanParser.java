package dev.mulligan.explain.format;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolParser;
import java.util.List;

/**
 * The sentences with which runners that print no sum say that they found no test: Maven, CTest, Vitest, ExUnit, sbt,
 * prove, Swift Testing, test-unit, Cucumber. Asked only about a run that ended well and of which nobody counted a test.
 */
public final class NothingRanParser implements ToolParser {
    private static final Pattern NOTHING = Pattern.compile("^\\s*(?:\\[(?:INFO|info)\\] )?(?:"
            + "No tests to run\\."
            + "|No tests were found!!!"
            + "|No test files found, exiting with code 0"
            + "|There are no tests to run\\.?"
            + "|No tests were executed\\.?"
            + "|Result: NOTESTS"
            + "|1\\.\\.0(?: # .*)?"
            + "|(?:\\S )?Test run with 0 tests(?: in 0 suites)? passed after .*"
            + "|0 (?:runs|tests), 0 assertions, 0 failures.*"
            + "|0 scenarios"
            + ")\\s*$");

    @Override
    public String tool() {
        return "tests";
    }

    @Override
    public Findings parse(Output out) {
        return out.any(line -> NOTHING.matcher(line).find())
                ? new Findings(List.of(), TestCount.of(0, 0, 0))
                : Findings.NONE;
    }
}
