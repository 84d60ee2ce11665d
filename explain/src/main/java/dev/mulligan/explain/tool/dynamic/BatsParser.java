package dev.mulligan.explain.tool.dynamic;

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

/** Bats in its pretty layout; its plain layout is TAP. */
public final class BatsParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^ ?✗ (.+?)(?: \\[\\d+\\])?$");
    private static final Pattern PLACE = Pattern.compile("in test file (\\S+?), line (\\d+)\\)");
    private static final Pattern TOTAL = Pattern.compile("^(\\d+) tests?, (\\d+) failures?(?:, (\\d+) skipped)?");

    @Override
    public String tool() {
        return "bats";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, BatsParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        Matcher head = HEAD.matcher(l);
        Matcher total = TOTAL.matcher(l);
        if (head.find() && out.line(i + 1).contains("in test file")) {
            int end = i + 1;
            while (end < out.size() && out.line(end).startsWith("   ")) end++;
            String message = TextLines.block(out.lines().subList(i + 1, end));
            Matcher at = PLACE.matcher(message);
            SourcePlace place = at.find() ? new SourcePlace(at.group(1), TextLines.number(at.group(2))) : null;
            report.add(Finding.test(head.group(1), place, message, message));
            out.claim(i, end);
        } else if (!report.isEmpty() && total.find()) {
            int skipped = total.group(3) == null ? 0 : TextLines.number(total.group(3));
            report.total(TestCount.of(
                    TextLines.number(total.group(1)) - skipped, TextLines.number(total.group(2)), skipped));
        }
        return i + 1;
    }
}
