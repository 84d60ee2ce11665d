package dev.mulligan.explain.tool.jvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.LineReport;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.JavaTrace;
import java.util.List;

/** Tests through Gradle, with full or short exceptions. */
public final class GradleTestParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^([\\w.$]+(?: > .+)+) FAILED$");
    private static final Pattern SHORT = Pattern.compile("^(\\S+) at ([\\w$]+\\.\\w+):(\\d+)$");
    private static final Pattern TOTAL =
            Pattern.compile("^(\\d+) tests? completed(?:, (\\d+) failed)?(?:, (\\d+) skipped)?");

    @Override
    public String tool() {
        return "junit";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, GradleTestParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        if (l.endsWith(" FAILED") && l.contains(" > ") && HEAD.matcher(l).find()) {
            int end = i + 1;
            while (end < out.size() && inside(out, end)) end++;
            report.add(finding(l, out.lines().subList(i + 1, end)));
            out.claim(i, end);
            return end;
        } else if (l.contains(" completed")) {
            Matcher m = TOTAL.matcher(l);
            if (m.find()) report.count(count(m));
        }
        return i + 1;
    }

    private static boolean inside(Output out, int i) {
        return out.line(i).startsWith("    ")
                || (out.line(i).isBlank() && out.line(i + 1).startsWith("    "));
    }

    private static Finding finding(String head, List<String> body) {
        Matcher m = HEAD.matcher(head);
        m.find();
        String id = m.group(1);
        Matcher brief = SHORT.matcher(body.isEmpty() ? "" : body.getFirst().strip());
        if (brief.find()) {
            SourcePlace at = new SourcePlace(brief.group(2), TextLines.number(brief.group(3)));
            return Finding.test(id, at, brief.group(1), JavaTrace.core(brief.group(1)));
        }
        return JavaTrace.finding(id, body);
    }

    private static TestCount count(Matcher m) {
        int skipped = m.group(3) == null ? 0 : TextLines.number(m.group(3));
        int failed = m.group(2) == null ? 0 : TextLines.number(m.group(2));
        return TestCount.of(Math.max(0, TextLines.number(m.group(1)) - skipped), failed, skipped);
    }
}
