package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** bun test: the excerpt and the message come before the line that names the test. */
public final class BunParser implements ToolParser {
    private static final Pattern VERDICT =
            Pattern.compile("^(?:\\((fail|pass|skip|todo)\\)|(✗|✓|»|✎)) (.+?)(?: \\[[\\d.]+m?s\\])?$");
    private static final Pattern CODE = Pattern.compile("^\\s*\\d+ \\| |^\\s+\\^+$");
    private static final Pattern COUNT = Pattern.compile("^ (\\d+) (pass|fail|skip)$");

    @Override
    public String tool() {
        return "bun";
    }

    @Override
    public Findings parse(Output out) {
        if (!out.any(l -> l.startsWith("bun test v"))) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        int[] counts = new int[3];
        int from = 0;
        String file = "";
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            Matcher verdict = VERDICT.matcher(l);
            Matcher count = COUNT.matcher(l);
            if (count.find()) {
                counts[List.of("pass", "fail", "skip").indexOf(count.group(2))] = TextLines.number(count.group(1));
            } else if (l.endsWith(":") && !l.startsWith(" ") && l.indexOf(' ') < 0 && l.indexOf('.') > 0) {
                file = l.substring(0, l.length() - 1);
                from = i + 1;
            } else if (verdict.find()) {
                boolean failed = "fail".equals(verdict.group(1)) || "✗".equals(verdict.group(2));
                if (failed)
                    found.add(finding(file, verdict.group(3), out.lines().subList(from, i)));
                from = i + 1;
            }
        }
        out.claim(0, out.size());
        return new Findings(found, TestCount.of(counts[0] + counts[1], counts[1], counts[2]));
    }

    private static Finding finding(String file, String name, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (StackFrameReader.of(l).isPresent()) break;
            if (!CODE.matcher(l).find()) text.add(l);
        }
        String message = TextLines.block(text);
        SourcePlace own = StackFrameReader.firstOwn(body);
        Finding f = Finding.test(name, own == null || own.library() ? new SourcePlace(file, 0) : own, message, message);
        return new Finding(f.error(), SourcePaths.name(file) + " " + name, message);
    }
}
