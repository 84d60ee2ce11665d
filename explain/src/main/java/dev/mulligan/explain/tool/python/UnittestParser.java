package dev.mulligan.explain.tool.python;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.LineReport;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.PythonTrace;
import java.util.ArrayList;
import java.util.List;

/** Python's unittest and what builds on it (Django, nose2). */
public final class UnittestParser implements ToolParser {
    private static final Pattern HEAD =
            Pattern.compile("^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\\S+)(?: \\(([\\w.]+)\\))?(.*)$");
    private static final Pattern RAN = Pattern.compile("^Ran (\\d+) tests? in ");
    private static final Pattern COUNT = Pattern.compile("(failures|errors|skipped)=(\\d+)");

    @Override
    public String tool() {
        return "unittest";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, UnittestParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        if (out.claimed(i)) return i + 1;
        if (rule(out.line(i - 1), '=') && HEAD.matcher(l).find()) {
            int end = end(out, i + 1);
            report.add(finding(out, i, end));
            out.claim(i - 1, end);
        } else if (l.startsWith("Ran ") && RAN.matcher(l).find()) {
            report.count(count(l, out.line(i + 2)));
            out.claim(i, i + 3);
        }
        return i + 1;
    }

    private static Finding finding(Output out, int head, int end) {
        Matcher m = HEAD.matcher(out.line(head));
        m.find();
        String method = m.group(1);
        String where = m.group(2) == null ? "" : m.group(2);
        String id = where.isEmpty() || where.equals(method)
                ? method
                : where.endsWith("." + method) ? where : where + "." + method;
        int body = head + 1;
        while (body < end && !rule(out.line(body), '-')) body++;
        List<String> lines = new ArrayList<>();
        for (int i = body + 1;
                i < end && !out.line(i).equals("Stdout:") && !out.line(i).equals("Stderr:");
                i++) lines.add(out.line(i));
        List<String> text = PythonTrace.message(lines);
        SourcePlace at = StackFrameReader.lastOwn(lines);
        String message = String.join("\n", text);
        String core = PytestCore.of(text);
        if (where.contains("_FailedTest"))
            return new Finding(Finding.diagnostic(at, message, core).error(), method, core);
        return Finding.test(id + m.group(3).stripTrailing(), at, message, core);
    }

    private static int end(Output out, int from) {
        int dashes = 0;
        for (int i = from; i < out.size(); i++) {
            if (rule(out.line(i), '=')) return i;
            if (rule(out.line(i), '-') && ++dashes == 2) return i;
        }
        return out.size();
    }

    private static boolean rule(String l, char c) {
        return l.length() >= 60 && l.chars().allMatch(x -> x == c);
    }

    private static TestCount count(String ran, String verdict) {
        Matcher m = RAN.matcher(ran);
        m.find();
        int failed = 0;
        int skipped = 0;
        Matcher c = COUNT.matcher(verdict);
        while (c.find()) {
            if (c.group(1).equals("skipped")) skipped += TextLines.number(c.group(2));
            else failed += TextLines.number(c.group(2));
        }
        return TestCount.of(Math.max(0, TextLines.number(m.group(1)) - skipped), failed, skipped);
    }
}
