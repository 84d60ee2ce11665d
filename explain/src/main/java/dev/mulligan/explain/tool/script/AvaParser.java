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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** AVA: failing names first, then one block a name. */
public final class AvaParser implements ToolParser {
    private static final Pattern FAILED = Pattern.compile(
            "^\\s*[✘✖] \\[fail\\]: (.+?)(?: Error thrown in test| Rejected promise returned by test|: .*)?$");
    private static final Pattern PLACE = Pattern.compile("^\\s+(?:› )?((?:file://)?[^\\s:]+\\.\\w+):(\\d+)(?::\\d+)?$");
    private static final Pattern CODE = Pattern.compile("^\\s+\\d+: ");
    private static final Pattern TOTAL = Pattern.compile("^\\s+(\\d+) tests? (failed|passed)");

    @Override
    public String tool() {
        return "ava";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        for (String l : out.lines()) {
            Matcher m = FAILED.matcher(l);
            if (l.contains("[fail]: ") && m.find()) found.put(m.group(1), Finding.test(m.group(1), null, "failed", ""));
        }
        if (found.isEmpty()) return Findings.NONE;
        int ran = 0;
        for (int i = 0; i < out.size(); i++) {
            Matcher total = TOTAL.matcher(out.line(i));
            if (total.find()) ran += TextLines.number(total.group(1));
            String name = out.line(i).strip();
            if (TextLines.indent(out.line(i)) != 2 || !found.containsKey(name)) continue;
            int end = i + 1;
            while (end < out.size()
                    && !found.containsKey(out.line(end).strip())
                    && !out.line(end).strip().equals("─")) end++;
            found.put(name, finding(name, out.lines().subList(i + 1, end)));
            i = end - 1;
        }
        out.claim(0, out.size());
        return new Findings(List.copyOf(found.values()), TestCount.of(ran, found.size(), 0));
    }

    private static Finding finding(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        SourcePlace listed = null;
        for (String l : body) {
            Matcher m = PLACE.matcher(l);
            if (m.find()) {
                if (listed == null) listed = new SourcePlace(m.group(1), TextLines.number(m.group(2)));
            } else if (!CODE.matcher(l).find() && StackFrameReader.of(l).isEmpty()) {
                text.add(l);
            }
        }
        String message = TextLines.block(text);
        SourcePlace own = StackFrameReader.firstOwn(body);
        return Finding.test(name, own == null || own.library() ? listed : own, message, message);
    }
}
