package dev.mulligan.explain.tool.compiled;

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

/** XCTest and Swift Testing. */
public final class SwiftTestParser implements ToolParser {
    private static final Pattern XCTEST =
            Pattern.compile("^(\\S+\\.(?:swift|m)):(\\d+): error: -?\\[?([\\w.]+[ .]\\w+)\\]? : (.+)$");
    private static final Pattern TESTING =
            Pattern.compile("Test (.+?) recorded an issue at (\\S+\\.swift):(\\d+):\\d+: (.+)$");
    private static final Pattern TOTAL =
            Pattern.compile("Executed (\\d+) tests?, with (?:(\\d+) tests? skipped and )?(\\d+) failures?");

    @Override
    public String tool() {
        return "swift";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, SwiftTestParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        Matcher old = XCTEST.matcher(l);
        Matcher now = TESTING.matcher(l);
        Matcher total = TOTAL.matcher(l);
        if (l.contains(": error: ") && old.find()) {
            SourcePlace at = new SourcePlace(old.group(1), TextLines.number(old.group(2)));
            report.add(Finding.test(old.group(3).replace(' ', '.'), at, old.group(4), old.group(4)));
            out.claim(i, i + 1);
        } else if (l.contains(" recorded an issue at ") && now.find()) {
            SourcePlace at = new SourcePlace(now.group(2), TextLines.number(now.group(3)));
            report.add(Finding.test(now.group(1), at, now.group(4), now.group(4)));
            out.claim(i, i + 1);
        } else if (l.contains("Executed ") && total.find()) {
            int skipped = total.group(2) == null ? 0 : TextLines.number(total.group(2));
            report.total(TestCount.of(
                    Math.max(0, TextLines.number(total.group(1)) - skipped),
                    TextLines.number(total.group(3)),
                    skipped));
        }
        return i + 1;
    }
}
