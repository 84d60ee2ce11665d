package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.GoPanic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** go test (plain, verbose, JSON), go build, go vet and linters that print like them. */
public final class GoParser implements ToolParser {
    private static final Pattern TEST = Pattern.compile("^=== (?:RUN|CONT|NAME|PAUSE)\\s+(\\S+)");
    private static final Pattern RESULT = Pattern.compile("^\\s*--- (FAIL|PASS|SKIP): (\\S+)");
    private static final Pattern PACKAGE = Pattern.compile("^(?:FAIL|ok  )\\t(\\S+)(?:\\t| \\[|$)");
    private static final Pattern BUILD = Pattern.compile("^(?:vet: )?(\\S+\\.go):(\\d+)(?::\\d+)?: (.+)$");

    @Override
    public String tool() {
        return "go";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        Map<String, GoTest> tests = new LinkedHashMap<>();
        String current = "";
        SourcePlace race = null;
        // Ginkgo's suite is one Go test, which leaves the reasons to Ginkgo's own report.
        boolean suite = out.anyClaimed() && out.any(l -> l.startsWith("Ran ") && l.contains(" Specs in "));
        int[] count = new int[3];
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            Matcher test = TEST.matcher(l);
            Matcher result = RESULT.matcher(l);
            Matcher pkg = PACKAGE.matcher(l);
            Matcher build = BUILD.matcher(l);
            if (test.find()) {
                current = test.group(1);
                out.claim(i, i + 1);
            } else if (l.contains("--- ") && result.find()) {
                current = result.group(2);
                if (result.group(1).equals("FAIL"))
                    tests.computeIfAbsent(current, GoTest::new).fail();
                count[result.group(1).equals("FAIL") ? 1 : result.group(1).equals("SKIP") ? 2 : 0]++;
                out.claim(i, i + 1);
            } else if (l.startsWith("panic: ") || l.startsWith("fatal error: ")) {
                int end = GoPanic.end(out, i);
                GoPanic panic = GoPanic.of(out.lines().subList(i, end), current);
                GoTest t = tests.computeIfAbsent(panic.test(), GoTest::new);
                t.panicked(panic);
                out.claim(i, end);
                i = end - 1;
            } else if (pkg.find()) {
                flush(tests, pkg.group(1), race, suite, found);
                current = "";
                out.claim(i, i + 1);
            } else if (TextLines.indent(l) == 0 && l.contains(".go:") && build.find() && !message(l)) {
                Finding f = Finding.diagnostic(build.group(1), TextLines.number(build.group(2)), build.group(3));
                found.putIfAbsent(f.error().place().orElse("") + f.core(), f);
                out.claim(i, i + 1);
            } else if (l.equals("WARNING: DATA RACE")) {
                int end = out.find(i, x -> x.startsWith("====="));
                int stop = end < 0 ? out.streamEnd(i) : end;
                SourcePlace place = StackFrameReader.firstOwn(out.lines().subList(i, stop));
                if (race == null) race = place;
                out.claim(i, stop);
                i = stop;
            } else if (current.startsWith("Example") && !l.equals("FAIL")) {
                tests.computeIfAbsent(current, GoTest::new).output(l);
            } else if (!current.isEmpty() && TextLines.indent(l) > 0) {
                tests.computeIfAbsent(current, GoTest::new).add(l);
            }
        }
        flush(tests, "", race, suite, found);
        return new Findings(new ArrayList<>(found.values()), total(out, count));
    }

    /** Log lines of the standard logger look like diagnostics but carry a date. */
    private static boolean message(String l) {
        return l.length() > 4 && Character.isDigit(l.charAt(0)) && l.charAt(4) == '/';
    }

    private static void flush(
            Map<String, GoTest> tests,
            String pkg,
            @Nullable SourcePlace race,
            boolean suite,
            Map<String, Finding> found) {
        for (GoTest t : tests.values()) {
            if (!t.failed() || t.parentOf(tests.values()) || (suite && t.saysNothing())) continue;
            Finding f = t.finding(pkg, race);
            found.putIfAbsent(f.subject(), f);
        }
        tests.clear();
    }

    private static TestCount total(Output out, int[] count) {
        if (count[0] + count[1] + count[2] > 0) return TestCount.of(count[0] + count[1], count[1], count[2]);
        List<String> lines = out.lines();
        boolean none = lines.stream().anyMatch(l -> l.contains("[no test files]") || l.contains("[no tests to run]"));
        boolean some = lines.stream().anyMatch(l -> l.startsWith("ok  \t") && !l.contains("[no tests to run]"));
        return none && !some ? TestCount.of(0, 0, 0) : TestCount.UNKNOWN;
    }
}
