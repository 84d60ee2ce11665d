package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.NodeFailure;
import java.util.ArrayList;
import java.util.List;

/** Node's own runner, spec and dot reporters: the list of failing tests at the end. */
public final class NodeSpecParser implements ToolParser {
    private static final Pattern AT = Pattern.compile("^test at (\\S.*?):(\\d+):\\d+$");
    private static final Pattern NAME = Pattern.compile("^✖ (.+?)(?: \\([\\d.]+ ?m?s\\))?$");
    private static final Pattern COUNT = Pattern.compile("^ℹ (tests|fail|skipped|todo|cancelled) (\\d+)$");

    @Override
    public String tool() {
        return "node-test";
    }

    @Override
    public Findings parse(Output out) {
        int list = out.find(0, l -> l.equals("✖ failing tests:") || l.equals("Failed tests:"));
        TestCount tests = count(out);
        if (list < 0) return tests.equals(TestCount.UNKNOWN) ? Findings.NONE : new Findings(List.of(), tests);
        List<Finding> found = new ArrayList<>();
        int stop = out.streamEnd(list);
        out.claim(0, stop);
        for (int i = list + 1; i < stop; i++) {
            Matcher name = NAME.matcher(out.line(i));
            if (!name.find()) continue;
            int end = i + 1;
            while (end < stop && (out.line(end).isBlank() || out.line(end).startsWith("  "))) end++;
            List<String> body = out.lines().subList(i + 1, end);
            Matcher at = AT.matcher(out.line(i - 1));
            SourcePlace test = at.find() ? new SourcePlace(at.group(1), TextLines.number(at.group(2))) : null;
            Finding f = NodeFailure.finding(name.group(1), test, body);
            found.add(NodeFailure.atLoad(out, f));
            i = end - 1;
        }
        return new Findings(found, tests);
    }

    private static TestCount count(Output out) {
        int ran = -1;
        int failed = 0;
        int skipped = 0;
        for (String l : out.lines()) {
            Matcher m = COUNT.matcher(l);
            if (!l.startsWith("ℹ ") || !m.find()) continue;
            int n = TextLines.number(m.group(2));
            switch (m.group(1)) {
                case "tests" -> ran = n;
                case "fail", "cancelled" -> failed += n;
                default -> skipped += n;
            }
        }
        return ran < 0 ? TestCount.UNKNOWN : TestCount.of(Math.max(0, ran - skipped), failed, skipped);
    }
}
