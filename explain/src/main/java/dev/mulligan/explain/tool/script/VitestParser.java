package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class VitestParser implements ToolParser {
    private static final Pattern HEAD =
            Pattern.compile("^\\s*FAIL\\s+(?:\\|[^|]+\\| )?(\\S+\\.\\w+)(?: > (.+)| \\[ .* \\])?$");
    private static final Pattern CODE = Pattern.compile("^\\s*\\d+\\| |^\\s*\\|\\s+\\^");
    private static final Pattern PLACE = Pattern.compile("^ ❯ (?:.* )?([^\\s:]+):(\\d+):\\d+$");

    @Override
    public String tool() {
        return "vitest";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(VitestParser::marker)) return Findings.NONE;
        Map<String, Finding> found = new LinkedHashMap<>();
        TestCount tests = TestCount.UNKNOWN;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            if (l.contains("FAIL ") && HEAD.matcher(l).find()) {
                List<String> heads = new ArrayList<>();
                while (HEAD.matcher(out.line(i)).find()) heads.add(out.line(i++));
                int end = end(out, i);
                for (String head : heads) {
                    Finding f = finding(head, out.lines().subList(i, end));
                    found.putIfAbsent(f.subject() + "\n" + f.core(), f);
                }
                out.claim(i - heads.size(), end);
                i = end - 1;
            } else if (l.strip().startsWith("Tests  ")) {
                tests = ScriptCounts.jest(l);
            } else if (l.startsWith("No test files found")) {
                tests = TestCount.of(0, 0, 0);
            }
        }
        return new Findings(new ArrayList<>(found.values()), tests);
    }

    private static boolean marker(String l) {
        return (l.startsWith("⎯⎯") && l.contains(" Failed "))
                || l.startsWith(" Test Files  ")
                || l.startsWith(" RUN  v")
                || l.startsWith("No test files found");
    }

    private static int end(Output out, int from) {
        for (int i = from; i < out.size(); i++) {
            String l = out.line(i);
            if (l.startsWith("⎯⎯") || HEAD.matcher(l).find() || l.startsWith(" Test Files ")) return i;
        }
        return out.streamEnd(from);
    }

    private static Finding finding(String head, List<String> body) {
        Matcher m = HEAD.matcher(head);
        m.find();
        List<String> text = new ArrayList<>();
        SourcePlace at = null;
        for (String l : body) {
            Matcher p = PLACE.matcher(l);
            if (p.find()) {
                SourcePlace f = new SourcePlace(p.group(1), TextLines.number(p.group(2)));
                if (at == null || at.library()) at = f;
            } else if (at == null && !CODE.matcher(l).find()) {
                text.add(l);
            }
        }
        if (at == null || at.library()) at = new SourcePlace(m.group(1), 0);
        String message = TextLines.block(text);
        String name = SourcePaths.name(m.group(1));
        if (m.group(2) == null)
            return new Finding(Finding.diagnostic(at, message, message).error(), name, message);
        return new Finding(Finding.test(m.group(2), at, message, message).error(), name + " " + m.group(2), message);
    }
}
