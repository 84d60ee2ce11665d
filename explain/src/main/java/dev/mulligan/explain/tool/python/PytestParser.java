package dev.mulligan.explain.tool.python;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** pytest in its usual layouts: any verbosity, {@code --tb} style, xdist, collection errors, conftest errors. */
public final class PytestParser implements ToolParser {
    private static final Pattern BANNER = Pattern.compile("^=+ (.+?) =+$");
    private static final Pattern TALLY = Pattern.compile(
            "^(?:=+ )?(?:\\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests passed)(?:, )?)+ in [\\d.]+ ?s.*$");
    private static final Pattern NO_TESTS = Pattern.compile("^(?:=+ )?no tests (?:ran|collected).* in [\\d.]+ ?s.*$");
    private static final Pattern HEADER = Pattern.compile("^_+ (.*[^_ ].*?) _+$");
    private static final Pattern CAPTURED = Pattern.compile("^-+ (?:Captured|generated|live log|benchmark).* -+$");

    @Override
    public String tool() {
        return "pytest";
    }

    @Override
    public Findings parse(Output out) {
        int start = out.find(0, PytestParser::marker);
        if (start < 0) return Findings.NONE;
        List<PytestSection> sections = new ArrayList<>();
        PytestSummary summary = new PytestSummary();
        List<String> bare = new ArrayList<>();
        PytestSection section = null;
        String part = "";
        boolean captured = false;
        int end = out.streamEnd(start);
        int last = end;
        TestCount tests = TestCount.UNKNOWN;
        for (int i = start; i < end; i++) {
            String l = out.line(i);
            if (TALLY.matcher(l).find() || NO_TESTS.matcher(l).find()) {
                tests = PytestSummary.tally(l);
                last = i + 1;
                part = "";
                section = null;
                continue;
            }
            Matcher banner = BANNER.matcher(l);
            if (banner.find()) {
                part = banner.group(1);
                section = null;
                continue;
            }
            summary.read(l, part);
            if (!part.equals("FAILURES") && !part.equals("ERRORS")) continue;
            Matcher header = HEADER.matcher(l);
            if (l.startsWith("_") && header.find() && !separator(l)) {
                section = new PytestSection(header.group(1));
                sections.add(section);
                captured = false;
            } else if (CAPTURED.matcher(l).find()) {
                captured = true;
            } else if (section == null) {
                bare.add(l);
            } else if (!captured) {
                section.add(l);
            }
        }
        out.claim(start, last);
        List<Finding> found = PytestReport.findings(sections, bare, summary);
        if (found.isEmpty()) found = PytestReport.startup(out, start, end);
        return new Findings(found, tests);
    }

    private static boolean marker(String l) {
        if (l.startsWith("=")) {
            return l.contains(" test session starts ")
                    || l.contains(" FAILURES ")
                    || l.contains(" ERRORS ")
                    || l.contains(" short test summary info ")
                    || TALLY.matcher(l).find()
                    || NO_TESTS.matcher(l).find();
        }
        return l.startsWith("ImportError while loading conftest")
                || l.startsWith("INTERNALERROR>")
                || (Character.isDigit(l.isEmpty() ? ' ' : l.charAt(0))
                        && TALLY.matcher(l).find())
                || l.startsWith("no tests ran in ");
    }

    private static boolean separator(String l) {
        return l.chars().allMatch(c -> c == '_' || c == ' ');
    }
}
