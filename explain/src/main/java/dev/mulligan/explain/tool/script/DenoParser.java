package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** deno test: the list under ERRORS. */
public final class DenoParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^(\\S.*) => (\\S+):(\\d+):\\d+$");
    private static final Pattern TOTAL =
            Pattern.compile("^(?:FAILED|ok) \\| (\\d+) passed.*? \\| (\\d+) failed(?:.*? \\| (\\d+) ignored)?");

    @Override
    public String tool() {
        return "deno";
    }

    @Override
    public Findings parse(Output out) {
        int total = out.find(0, l -> TOTAL.matcher(l).find());
        if (total < 0) return Findings.NONE;
        Matcher m = TOTAL.matcher(out.line(total));
        m.find();
        int failed = TextLines.number(m.group(2));
        TestCount tests = TestCount.of(
                TextLines.number(m.group(1)) + failed, failed, m.group(3) == null ? 0 : TextLines.number(m.group(3)));
        List<Finding> found = new ArrayList<>();
        int start = out.find(0, l -> l.strip().equals("ERRORS"));
        int stop = start < 0 ? -1 : out.find(start, l -> l.strip().equals("FAILURES"));
        for (int i = Math.max(0, start); i < stop; i++) {
            Matcher head = HEAD.matcher(out.line(i));
            if (!head.find()) continue;
            int end = i + 1;
            while (end < stop && !HEAD.matcher(out.line(end)).find()) end++;
            SourcePlace test = new SourcePlace(head.group(2), TextLines.number(head.group(3)));
            found.add(finding(head.group(1), test, out.lines().subList(i + 1, end)));
            i = end - 1;
        }
        out.claim(0, out.size());
        return new Findings(found, tests);
    }

    private static Finding finding(String name, SourcePlace test, List<String> body) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < body.size() && StackFrameReader.of(body.get(i)).isEmpty(); i++) {
            boolean excerpt = i + 1 < body.size() && body.get(i + 1).strip().equals("^");
            if (!excerpt && !body.get(i).strip().equals("^")) text.add(body.get(i));
        }
        String message = TextLines.block(text);
        if (message.startsWith("error: ")) message = message.substring("error: ".length());
        SourcePlace own = StackFrameReader.firstOwn(body);
        return Finding.test(name, own == null || own.library() ? test : own, message, message);
    }
}
