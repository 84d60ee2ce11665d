package dev.mulligan.explain.tool.dynamic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** dart test and flutter test. */
public final class DartParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^\\d\\d:\\d\\d \\+\\d+(?: ~\\d+)? -\\d+: (.+) \\[E\\]$");
    private static final Pattern LAST = Pattern.compile(
            "^\\d\\d:\\d\\d \\+(\\d+)(?: ~(\\d+))?(?: -(\\d+))?: (?:Some tests failed\\.|All tests passed!)$");
    private static final Pattern FRAME = Pattern.compile("^\\s+(\\S+\\.dart) (\\d+):\\d+ ");

    private static final Pattern FRAMEWORK =
            Pattern.compile("^(?:dart:|package:(?:flutter|test|matcher|stack_trace|mockito)\\w*/)");

    @Override
    public String tool() {
        return "dart";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        TestCount tests = TestCount.UNKNOWN;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (l.length() < 8 || l.charAt(2) != ':') continue;
            Matcher head = HEAD.matcher(l);
            Matcher last = LAST.matcher(l);
            if (head.find()) {
                int end = i + 1;
                while (end < out.size()
                        && (out.line(end).isBlank() || out.line(end).startsWith("  "))) end++;
                String name = head.group(1);
                found.putIfAbsent(name, finding(name, out.lines().subList(i + 1, end)));
                out.claim(i, end);
                i = end - 1;
            } else if (last.find()) {
                int failed = last.group(3) == null ? 0 : TextLines.number(last.group(3));
                int skipped = last.group(2) == null ? 0 : TextLines.number(last.group(2));
                tests = TestCount.of(TextLines.number(last.group(1)) + failed, failed, skipped);
            }
        }
        return new Findings(List.copyOf(found.values()), tests);
    }

    private static Finding finding(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        SourcePlace at = null;
        boolean ours = false;
        for (String l : body) {
            Matcher m = FRAME.matcher(l);
            if (m.find()) {
                boolean own = !FRAMEWORK.matcher(m.group(1)).find();
                if (at == null || (!ours && own)) at = new SourcePlace(m.group(1), TextLines.number(m.group(2)));
                ours |= own;
            } else if (at == null && !l.strip().startsWith("package:")) {
                text.add(l);
            }
        }
        String message = TextLines.block(text);
        return Finding.test(name, at, message, message);
    }
}
