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

/** ScalaTest, munit and specs2 through sbt or Mill. */
public final class ScalaTestParser implements ToolParser {
    private static final Pattern LEVEL = Pattern.compile("^\\[(?:info|error)\\] ?");
    private static final Pattern HEAD = Pattern.compile(
            "^\\s*- (.+) \\*\\*\\* FAILED \\*\\*\\*(?: \\(.*\\))?$|^==> X (\\S.*?)(?: +[\\d.]+s)?(?: \\S+(?:Exception|Error): .*)?$|^\\s*x (\\S.*?)(?: \\(\\d+ ms\\))?$");

    /** munit's report: the place stands in the heading, the source and the reason below it. */
    private static final Pattern MUNIT_END = Pattern.compile("^\\s+at \\S|^\\[\\w+\\]|^==> |^$");

    private static final Pattern EXCERPT = Pattern.compile("^\\d+:");
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
        if (!l.contains("FAILED ***")
                && !l.contains("==> X ")
                && !l.contains("Tests: succeeded")
                && !l.startsWith("[error]")) return i + 1;
        Matcher head = HEAD.matcher(plain(l));
        Matcher total = TOTAL.matcher(l);
        if (head.find() && (head.group(3) == null || specs2(out))) {
            int end = i + 1;
            boolean munit = head.group(2) != null;
            while (end < out.size() && !ends(l, out.line(end), munit)) end++;
            String name = head.group(1) != null ? head.group(1) : munit ? head.group(2) : head.group(3);
            List<String> body = out.lines().subList(i + 1, end);
            report.add(munit ? munit(name, l, body) : finding(name, body));
            out.claim(i, end);
            return end;
        } else if (total.find()) {
            int failed = TextLines.number(total.group(2));
            report.count(
                    TestCount.of(TextLines.number(total.group(1)) + failed, failed, TextLines.number(total.group(3))));
        }
        return i + 1;
    }

    private static boolean specs2(Output out) {
        return out.any(l -> l.contains("Total for specification "));
    }

    private static boolean ends(String head, String line, boolean munit) {
        boolean level = head.startsWith("[") && !line.startsWith(head.substring(0, head.indexOf(']') + 1));
        return munit ? MUNIT_END.matcher(line).find() : level || !plain(line).startsWith("  ");
    }

    private static Finding munit(String name, String head, List<String> body) {
        String message = TextLines.block(
                body.stream().filter(l -> !EXCERPT.matcher(l).find()).toList());
        Matcher m = PLACE.matcher(head);
        SourcePlace at = m.find() ? new SourcePlace(m.group(1), TextLines.number(m.group(2))) : null;
        String said = message.isEmpty() ? head.strip() : message;
        return Finding.test(name, at, said, said);
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
