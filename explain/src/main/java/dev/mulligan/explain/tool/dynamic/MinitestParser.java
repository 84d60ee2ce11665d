package dev.mulligan.explain.tool.dynamic;

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
import java.util.ArrayList;
import java.util.List;

/** Minitest and Rails; test-unit prints nearly the same. */
public final class MinitestParser implements ToolParser {
    private static final Pattern KIND = Pattern.compile("^(?:\\s*\\d+\\) )?(?:Failure|Error):$");
    private static final Pattern NAME = Pattern.compile("^\\s*(\\S+#\\S.*?)(?: \\[(\\S+):(\\d+)\\])?:$");
    private static final Pattern TOTAL = Pattern.compile(
            "^(\\d+) (?:runs|tests), \\d+ assertions, (\\d+) failures, (\\d+) errors, (\\d+) (?:skips|pendings)");

    @Override
    public String tool() {
        return "minitest";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, MinitestParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        if (!l.endsWith("Failure:") && !l.endsWith("Error:") && !l.contains(" assertions, ")) return i + 1;
        Matcher total = TOTAL.matcher(l);
        Matcher name = NAME.matcher(out.line(i + 1));
        if (total.find()) {
            int skipped = TextLines.number(total.group(4));
            int failed = TextLines.number(total.group(2)) + TextLines.number(total.group(3));
            report.total(TestCount.of(Math.max(0, TextLines.number(total.group(1)) - skipped), failed, skipped));
        } else if (KIND.matcher(l).find() && name.find()) {
            int end = i + 2;
            while (end < out.size() && !closing(out.line(end))) end++;
            report.add(finding(name, out.lines().subList(i + 2, end)));
            out.claim(i, end);
            return end;
        }
        return i + 1;
    }

    private static boolean closing(String l) {
        return KIND.matcher(l).find()
                || TOTAL.matcher(l).find()
                || l.startsWith("bin/rails test ")
                || l.startsWith("Finished in ");
    }

    private static Finding finding(Matcher name, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (StackFrameReader.of(l).isPresent()) break;
            text.add(l);
        }
        SourcePlace own = StackFrameReader.firstOwn(body);
        SourcePlace at = own == null && name.group(2) != null
                ? new SourcePlace(name.group(2), TextLines.number(name.group(3)))
                : own;
        String message = TextLines.block(text);
        return Finding.test(name.group(1), at, message, message);
    }
}
