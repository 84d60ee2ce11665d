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
import java.util.List;

/** ScalaTest and munit through sbt or Mill. */
public final class ScalaTestParser implements ToolParser {
    private static final Pattern LEVEL = Pattern.compile("^\\[(?:info|error)\\] ?");
    private static final Pattern HEAD = Pattern.compile(
            "^\\s*- (.+) \\*\\*\\* FAILED \\*\\*\\*(?: \\(.*\\))?$|^==> X (\\S.*?)(?: +[\\d.]+s)?(?: \\S+(?:Exception|Error): .*)?$");
    private static final Pattern PLACE = Pattern.compile("\\(?([\\w./-]+\\.scala):(\\d+)\\)?");
    private static final Pattern TOTAL =
            Pattern.compile("Tests: succeeded (\\d+), failed (\\d+), canceled \\d+, ignored (\\d+)");

    @Override
    public String tool() {
        return "scalatest";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, ScalaTestParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        if (!l.contains("FAILED ***") && !l.contains("==> X ") && !l.contains("Tests: succeeded")) return i + 1;
        Matcher head = HEAD.matcher(plain(l));
        Matcher total = TOTAL.matcher(l);
        if (head.find()) {
            int end = i + 1;
            while (end < out.size() && plain(out.line(end)).startsWith("  ")) end++;
            String name = head.group(1) == null ? head.group(2) : head.group(1);
            report.add(finding(name, out.lines().subList(i + 1, end)));
            out.claim(i, end);
            return end;
        } else if (total.find()) {
            int failed = TextLines.number(total.group(2));
            report.count(
                    TestCount.of(TextLines.number(total.group(1)) + failed, failed, TextLines.number(total.group(3))));
        }
        return i + 1;
    }

    private static String plain(String l) {
        return LEVEL.matcher(l).replaceFirst("");
    }

    private static Finding finding(String name, List<String> body) {
        String message =
                TextLines.block(body.stream().map(ScalaTestParser::plain).toList());
        Matcher m = PLACE.matcher(message);
        SourcePlace at = m.find() ? new SourcePlace(m.group(1), TextLines.number(m.group(2))) : null;
        return Finding.test(name, at, message, message);
    }
}
