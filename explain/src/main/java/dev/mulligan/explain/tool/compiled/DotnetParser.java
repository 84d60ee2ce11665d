package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.LineReport;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** dotnet test with any framework. */
public final class DotnetParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile(
            "^\\s+(?:Failed|X) (\\S.*?) \\[(?:< )?[\\d.,]+ ?m?s\\]$|^\\s*failed (\\S.*?) \\((?:[\\d.,]+m?s ?)+\\)$");
    private static final Pattern TOTAL =
            Pattern.compile("Failed:\\s+(\\d+), Passed:\\s+(\\d+), Skipped:\\s+(\\d+), Total:\\s+(\\d+)");

    @Override
    public String tool() {
        return "dotnet";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, DotnetParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        Matcher head = HEAD.matcher(l);
        Matcher total = TOTAL.matcher(l);
        if ((l.endsWith("]") || l.endsWith("s)")) && head.find()) {
            int end = i + 1;
            while (end < out.size() && !closing(out.line(end))) end++;
            report.add(finding(
                    head.group(1) == null ? head.group(2) : head.group(1),
                    out.lines().subList(i + 1, end)));
            out.claim(i, end);
            return end;
        } else if (l.contains("Failed:") && total.find()) {
            int failed = TextLines.number(total.group(1));
            report.count(
                    TestCount.of(failed + TextLines.number(total.group(2)), failed, TextLines.number(total.group(3))));
        } else if (l.startsWith("No test is available in ")
                || l.startsWith("No test matches the given testcase filter")) {
            report.count(TestCount.of(0, 0, 0));
        }
        return i + 1;
    }

    private static boolean closing(String l) {
        return HEAD.matcher(l).find()
                || l.startsWith("Failed!")
                || l.startsWith("Passed!")
                || l.startsWith("Test Run ")
                || l.startsWith("Test run ")
                || l.strip().startsWith("Passed ")
                || l.startsWith("[xUnit");
    }

    private static Finding finding(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        boolean headed = body.stream().anyMatch(l -> l.strip().equals("Error Message:"));
        boolean message = !headed;
        for (String l : body) {
            String t = l.strip();
            if (t.equals("Stack Trace:") || t.equals("Standard Output Messages:")) break;
            if (!headed && StackFrameReader.of(l).isPresent()) break;
            if (message) text.add(t);
            if (t.equals("Error Message:")) message = true;
        }
        String all = TextLines.block(text);
        return Finding.test(name, StackFrameReader.firstOwn(body), all, all);
    }
}
