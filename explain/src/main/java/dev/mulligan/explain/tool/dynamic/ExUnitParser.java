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
import java.util.ArrayList;
import java.util.List;

/** Elixir's ExUnit. */
public final class ExUnitParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^ {2}\\d+\\) ((?:test|property|doctest) .+ \\([\\w.]+\\))$");
    private static final Pattern PLACE = Pattern.compile("^\\s+(?:\\([^)]*\\) )?(\\S+\\.exs?):(\\d+)");
    private static final Pattern TOTAL = Pattern.compile(
            "^(?:\\d+ (?:doctests?|propert(?:y|ies)), )*(\\d+) tests?, (\\d+) failures?(?:, (\\d+) (?:skipped|excluded))?");

    @Override
    public String tool() {
        return "exunit";
    }

    @Override
    public Findings parse(Output out) {
        return LineReport.of(out, ExUnitParser::line);
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        Matcher head = HEAD.matcher(l);
        Matcher total = TOTAL.matcher(l);
        if (l.startsWith("  ") && l.endsWith(")") && head.find()) {
            int end = i + 1;
            while (end < out.size() && (out.line(end).isBlank() || out.line(end).startsWith("     "))) end++;
            report.add(finding(head.group(1), out.lines().subList(i + 1, end)));
            out.claim(i, end);
            return end;
        } else if (l.contains(" failure") && total.find()) {
            int skipped = total.group(3) == null ? 0 : TextLines.number(total.group(3));
            report.total(TestCount.of(
                    Math.max(0, TextLines.number(total.group(1)) - skipped),
                    TextLines.number(total.group(2)),
                    skipped));
        }
        return i + 1;
    }

    /** The first line is where the test is defined; the stack at the end is more exact. */
    private static Finding finding(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        SourcePlace at = null;
        boolean stack = false;
        SourcePlace defined = null;
        for (String l : body) {
            Matcher m = PLACE.matcher(l);
            boolean place = m.find();
            if (l.strip().equals("stacktrace:")) {
                stack = true;
            } else if (place && stack && at == null) {
                SourcePlace f = new SourcePlace(m.group(1), TextLines.number(m.group(2)));
                at = l.contains("(elixir ") || l.contains("(ex_unit ") ? null : f;
            } else if (place && defined == null) {
                defined = new SourcePlace(m.group(1), TextLines.number(m.group(2)));
            } else if (!stack) {
                text.add(l);
            }
        }
        String message = TextLines.block(text);
        return Finding.test(name, at == null ? defined : at, message, message);
    }
}
