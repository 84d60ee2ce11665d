package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** GoogleTest, alone or under ctest with output on failure. */
public final class GtestParser implements ToolParser {
    private static final Pattern CTEST = Pattern.compile("^\\d+: ");
    private static final Pattern RUN = Pattern.compile("^\\[ RUN      \\] (\\S+)");
    private static final Pattern FAILED = Pattern.compile("^\\[  FAILED  \\] (\\S+?),? .*\\(\\d+ ms\\)$");
    private static final Pattern FAILURE =
            Pattern.compile("^(?:(\\S+?)[:(](\\d+)\\)?|unknown file): (?:Failure|error:.*)$");
    private static final Pattern TOTAL = Pattern.compile("\\[==========\\] (\\d+) tests? from .* ran\\.");

    @Override
    public String tool() {
        return "gtest";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(l -> l.contains("[ RUN      ]") || l.contains("[==========]"))) return Findings.NONE;
        Map<String, Finding> found = new LinkedHashMap<>();
        String test = "";
        int ran = -1;
        for (int i = 0; i < out.size(); i++) {
            String l = plain(out.line(i));
            Matcher run = RUN.matcher(l);
            Matcher failed = FAILED.matcher(l);
            Matcher failure = FAILURE.matcher(l);
            Matcher total = TOTAL.matcher(l);
            if (run.find()) {
                test = run.group(1);
            } else if (failed.find()) {
                String name = failed.group(1);
                found.computeIfAbsent(name, n -> Finding.test(n, null, "failed without a message", ""));
                test = "";
            } else if (!test.isEmpty() && failure.find()) {
                int end = i + 1;
                while (end < out.size()
                        && !plain(out.line(end)).isBlank()
                        && !out.line(end).contains("[  FAILED  ]")) end++;
                SourcePlace at = failure.group(1) == null
                        ? null
                        : new SourcePlace(failure.group(1), TextLines.number(failure.group(2)));
                String message = TextLines.block(out.lines().subList(i + 1, end).stream()
                        .map(GtestParser::plain)
                        .toList());
                found.putIfAbsent(test, Finding.test(test, at, message, message));
                out.claim(i, end);
                i = end - 1;
            } else if (total.find()) {
                ran = TextLines.number(total.group(1));
            }
        }
        TestCount tests = ran < 0 ? TestCount.UNKNOWN : TestCount.of(ran, found.size(), 0);
        return new Findings(List.copyOf(found.values()), tests);
    }

    /** {@code ctest -V} numbers every line with its test. */
    private static String plain(String l) {
        return CTEST.matcher(l).replaceFirst("");
    }
}
