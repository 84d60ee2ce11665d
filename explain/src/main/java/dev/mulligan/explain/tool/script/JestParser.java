package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

public final class JestParser implements ToolParser {
    private static final Pattern FILE =
            Pattern.compile("^\\s*(?:FAIL|PASS)\\s+(?:[^\\s./]+\\s+)?(\\S+\\.\\w+)(?: \\([\\d.]+ m?s\\))?$");
    private static final Pattern TITLE = Pattern.compile("^ {2}● (.+)$");

    @Override
    public String tool() {
        return "jest";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(l ->
                l.startsWith("  ● ") || l.startsWith("Test Suites: ") || l.startsWith("No tests found, exiting"))) {
            return Findings.NONE;
        }
        Map<String, Finding> found = new LinkedHashMap<>();
        TestCount tests = TestCount.UNKNOWN;
        String file = "";
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            Matcher f = FILE.matcher(l);
            if ((l.contains("FAIL ") || l.contains("PASS ")) && f.find()) file = f.group(1);
            Matcher t = TITLE.matcher(l);
            if (l.startsWith("Tests: ")) {
                tests = ScriptCounts.jest(l);
            } else if (l.startsWith("No tests found, exiting")) {
                tests = TestCount.of(0, 0, 0);
            } else if (l.startsWith("  ● ") && t.find()) {
                int end = end(out, i + 1);
                if (!t.group(1).equals("Console")) {
                    Finding finding =
                            JestBlock.finding(file, t.group(1), out.lines().subList(i + 1, end));
                    found.putIfAbsent(file + "\n" + finding.subject() + "\n" + finding.core(), finding);
                }
                out.claim(i, end);
                i = end - 1;
            }
        }
        return new Findings(new ArrayList<>(found.values()), tests);
    }

    private static int end(Output out, int from) {
        int i = from;
        while (i < out.size()) {
            String l = out.line(i);
            boolean inside = l.isBlank() || l.startsWith("   ") || l.startsWith("\t");
            if (!inside || i == out.streamEnd(from)) return i;
            i++;
        }
        return i;
    }
}
