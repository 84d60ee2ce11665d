package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.LineReport;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** Catch2, doctest and Boost.Test: a place and a failed assertion, under the name of the test case or with it. */
public final class CppAssertParser implements ToolParser {
    private static final String PLACE = "^(\\S+\\.\\w+)(?::(\\d+)|\\((\\d+)\\)):";
    private static final Pattern CATCH = Pattern.compile(PLACE + " FAILED:$");
    private static final Pattern DOCTEST = Pattern.compile(PLACE + " (?:FATAL )?ERROR: (.+)$");
    private static final Pattern BOOST = Pattern.compile(PLACE + " (?:fatal )?error: in \"([^\"]+)\": (.+)$");
    private static final Pattern CASE = Pattern.compile("^TEST CASE: +(\\S.*)$");
    private static final Pattern RULE = Pattern.compile("^-{60,}$");
    private static final int ABOVE = 60;
    private static final int MESSAGE = 20;

    @Override
    public String tool() {
        return "c++ test";
    }

    @Override
    public Findings parse(Output out) {
        boolean known = out.any(l -> l.contains("Catch2 ")
                || l.contains("Catch v")
                || l.startsWith("[doctest]")
                || l.contains("detected in the test module")
                || l.startsWith("test cases: "));
        return known ? LineReport.of(out, CppAssertParser::line) : Findings.NONE;
    }

    private static int line(Output out, int i, LineReport report) {
        String l = out.line(i);
        Matcher boost = BOOST.matcher(l);
        Matcher catched = CATCH.matcher(l);
        Matcher doctest = DOCTEST.matcher(l);
        if (out.claimed(i)) return i + 1;
        if (boost.find()) {
            report.add(Finding.test(boost.group(4), at(boost), boost.group(5), boost.group(5)));
            out.claim(i, i + 1);
            return i + 1;
        }
        boolean failed = catched.find();
        if (!failed && !doctest.find()) return i + 1;
        List<String> text = new ArrayList<>();
        if (!failed) text.add("  " + doctest.group(4));
        int end = i + 1;
        while (end < out.streamEnd(i) && end < i + MESSAGE && !out.line(end).isBlank()) text.add(out.line(end++));
        String message = TextLines.block(text);
        report.add(Finding.test(name(out, i), at(failed ? catched : doctest), message, message));
        out.claim(i, end);
        return end;
    }

    private static SourcePlace at(Matcher m) {
        return new SourcePlace(m.group(1), TextLines.number(m.group(2) == null ? m.group(3) : m.group(2)));
    }

    /** Catch2 writes the name between two rules, sections below it; doctest writes it behind "TEST CASE:". */
    private static String name(Output out, int failure) {
        for (int i = failure - 1; i >= Math.max(0, failure - ABOVE); i--) {
            Matcher named = CASE.matcher(out.line(i));
            if (named.find()) return named.group(1);
            boolean closes =
                    RULE.matcher(out.line(i)).find() && !out.line(i - 1).isBlank();
            if (!closes) continue;
            int first = i - 1;
            while (first > 0 && !RULE.matcher(out.line(first - 1)).find() && first > i - 8) first--;
            return String.join(
                    " / ",
                    out.lines().subList(first, i).stream().map(String::strip).toList());
        }
        return "";
    }
}
