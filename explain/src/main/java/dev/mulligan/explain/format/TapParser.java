package dev.mulligan.explain.format;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.NodeFailure;
import java.util.ArrayList;
import java.util.List;

/** Test Anything Protocol: node --test, mocha's and vitest's tap reporters, tape, bats, prove. */
public final class TapParser implements ToolParser {
    private static final Pattern NOT_OK =
            Pattern.compile("^( *)not ok(?: \\d+)?(?: -)? *(.*?)(?: # (?:time|TODO|SKIP).*)?$");
    private static final Pattern OK = Pattern.compile("^ *ok \\d+");
    private static final Pattern PARENT = Pattern.compile("subtestsFailed|\\d+ subtests? failed");

    @Override
    public String tool() {
        return "node-test";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(l -> l.startsWith("TAP version") || plan(l))) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        int ok = 0;
        int deepest = -1;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            if (OK.matcher(l).find()) {
                ok++;
                if (TextLines.indent(l) <= deepest) deepest = -1;
            }
            Matcher m = NOT_OK.matcher(l);
            if (!l.contains("not ok") || !m.find() || l.contains("# TODO") || l.endsWith(" {")) continue;
            int end = i + 1;
            int indent = m.group(1).length();
            while (end < out.size() && inside(out.line(end), indent)) end++;
            List<String> body = out.lines().subList(i + 1, end);
            // TAP 14: a test that failed below has said so already, deeper and right before.
            boolean parent = deepest > indent;
            deepest = indent;
            if (!parent && body.stream().noneMatch(b -> PARENT.matcher(b).find()))
                found.add(NodeFailure.atLoad(out, TapDetail.finding(m.group(2), body)));
            out.claim(i, end);
        }
        return new Findings(found, TestCount.of(ok + found.size(), found.size(), 0));
    }

    private static boolean plan(String l) {
        return l.startsWith("1..") && l.length() < 12 && l.substring(3).chars().allMatch(Character::isDigit);
    }

    private static boolean inside(String l, int indent) {
        if (l.isBlank()) return true;
        if (TextLines.indent(l) > indent)
            return !l.strip().startsWith("ok ") && !l.strip().startsWith("# Subtest");
        return l.startsWith("# ") && !l.startsWith("# Subtest") && !TapDetail.footer(l);
    }
}
