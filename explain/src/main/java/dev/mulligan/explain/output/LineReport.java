package dev.mulligan.explain.output;

import java.util.ArrayList;
import java.util.List;

/** What a parser that goes through the output line by line has found so far. */
public final class LineReport {

    /** Looks at one line. */
    @FunctionalInterface
    public interface LineReader {
        /** Adds to the report what begins at this line; returns the line to go on with. */
        int read(Output out, int line, LineReport report);
    }

    private final List<Finding> found = new ArrayList<>();
    private TestCount tests = TestCount.UNKNOWN;

    private LineReport() {}

    public static Findings of(Output out, LineReader reader) {
        LineReport report = new LineReport();
        int line = 0;
        while (line < out.size()) {
            line = reader.read(out, line, report);
        }
        return new Findings(report.found, report.tests);
    }

    public void add(Finding finding) {
        found.add(finding);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Another part of the total: there is one for each module, package or file. */
    public void count(TestCount more) {
        tests = tests.plus(more);
    }

    /** The total of everything so far. */
    public void total(TestCount all) {
        tests = all;
    }
}
