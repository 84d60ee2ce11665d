package dev.mulligan.explain.tool.python;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.PythonTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** behave and cucumber: scenarios with their steps, each with its place behind a hash. */
public final class GherkinParser implements ToolParser {
    private static final Pattern SCENARIO =
            Pattern.compile("^\\s*(?:\\d+\\) )?(?:Scenario|Scenario Outline|Example): (.+?)\\s+# (\\S+):(\\d+)");
    private static final Pattern STEP =
            Pattern.compile("^\\s+[✔✖✗?-]?\\s*(?:Given|When|Then|And|But|\\*) .*?# (\\S+):(\\d+)");
    private static final Pattern REASON = Pattern.compile(
            "^\\s+(?:Assertion Failed: |Traceback |\\w*(?:Error|Exception|Failure)\\b.*|expected\\b.*|.*\\(\\S*(?:Error|Exception)\\).*)");

    private static final Pattern TOTAL = Pattern.compile("^\\d+ scenarios? ");

    @Override
    public String tool() {
        return "gherkin";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(l -> l.contains("Scenario") && SCENARIO.matcher(l).find())) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        String scenario = "";
        SourcePlace step = null;
        for (int i = 0; i < out.size(); i++) {
            String line = out.line(i);
            Matcher named = SCENARIO.matcher(line);
            Matcher stepped = STEP.matcher(line);
            if (out.claimed(i)) continue;
            if (named.find()) {
                scenario = named.group(1);
                step = new SourcePlace(named.group(2), TextLines.number(named.group(3)));
            } else if (stepped.find()) {
                step = new SourcePlace(stepped.group(1), TextLines.number(stepped.group(2)));
            } else if (!scenario.isEmpty() && REASON.matcher(line).find()) {
                int end = end(out, i);
                found.add(finding(scenario, step, out.lines().subList(i, end)));
                out.claim(i, end);
                scenario = "";
            }
        }
        return Findings.of(found);
    }

    private static int end(Output out, int from) {
        int end = from + 1;
        boolean heading = out.line(from).endsWith(":");
        while (end < out.size()
                && (heading
                        ? !TOTAL.matcher(out.line(end)).find()
                        : !out.line(end).isBlank())
                && !SCENARIO.matcher(out.line(end)).find()
                && !STEP.matcher(out.line(end)).find()) end++;
        return end;
    }

    private static Finding finding(String scenario, @Nullable SourcePlace step, List<String> lines) {
        List<String> text = lines.stream()
                .filter(l -> StackFrameReader.of(l).isEmpty() && !PythonTrace.traceback(l))
                .toList();
        SourcePlace own = StackFrameReader.lastOwn(lines);
        String message = TextLines.block(text);
        return Finding.test(scenario, own == null || own.library() ? step : own, message, message);
    }
}
