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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class PlaywrightParser implements ToolParser {
    private static final Pattern HEAD =
            Pattern.compile("^ {2}\\d+\\) (?:\\[([^\\]]+)\\] › )?(\\S+?):(\\d+):\\d+ › (.+?)(?: ─+)?$");
    private static final Pattern CODE = Pattern.compile("^\\s*>?\\s*\\d+ \\|");
    private static final Pattern COUNT = Pattern.compile("^ {2}(\\d+) (passed|failed|flaky|skipped)\\b");

    @Override
    public String tool() {
        return "playwright";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        int[] counts = new int[4];
        for (int i = 0; i < out.size(); i++) {
            Matcher head = HEAD.matcher(out.line(i));
            Matcher count = COUNT.matcher(out.line(i));
            if (out.line(i).contains(" › ") && head.find()) {
                int end = i + 1;
                while (end < out.size()
                        && (out.line(end).isBlank() || out.line(end).startsWith("    "))) end++;
                Finding f = finding(head, out.lines().subList(i + 1, end));
                found.putIfAbsent(f.subject(), f);
                out.claim(i, end);
                i = end - 1;
            } else if (count.find()) {
                counts[List.of("passed", "failed", "flaky", "skipped").indexOf(count.group(2))] +=
                        TextLines.number(count.group(1));
            }
        }
        if (found.isEmpty()) return Findings.NONE;
        int ran = counts[0] + counts[1] + counts[2];
        return new Findings(List.copyOf(found.values()), TestCount.of(ran, counts[1], counts[3]));
    }

    private static Finding finding(Matcher head, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (CODE.matcher(l).find() || StackFrameReader.of(l).isPresent()) break;
            text.add(l);
        }
        String message = TextLines.block(text);
        SourcePlace own = StackFrameReader.firstOwn(body);
        SourcePlace test = new SourcePlace(head.group(2), TextLines.number(head.group(3)));
        Finding f = Finding.test(head.group(4), own == null || own.library() ? test : own, message, message);
        String browser = head.group(1) == null ? "" : head.group(1) + " ";
        return new Finding(f.error(), browser + SourcePaths.name(head.group(2)) + " " + head.group(4), message);
    }
}
