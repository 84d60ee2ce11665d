package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** rustc and clippy errors; also ruff's full layout, which points with the same arrow. */
public final class RustcParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile(
            "^(?:error(?:\\[E\\d+\\])?: (.+)|([A-Z]{1,4}\\d{3,4}|invalid-syntax)(?: |: )(?:\\[\\*\\] )?(.+))$");
    private static final Pattern ARROW = Pattern.compile("^\\s*-->\\s*(\\S.*?):(\\d+):(\\d+)$");
    private static final Pattern LABEL = Pattern.compile("^\\s*(?:\\d+ )?\\|[^^]*\\^+(?:[^^]*\\^+)* (\\S.*)$");

    @Override
    public String tool() {
        return "rustc";
    }

    @Override
    public Findings parse(Output out) {
        Set<String> seen = new LinkedHashSet<>();
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i) || !HEAD.matcher(l).find()) continue;
            Matcher arrow = ARROW.matcher(out.line(i + 1));
            for (int j = i + 2; !arrow.matches() && j < i + 5; j++) arrow = ARROW.matcher(out.line(j));
            if (!arrow.matches()) continue;
            int end = i + 1;
            while (end < out.size()
                    && !out.line(end).isEmpty()
                    && !HEAD.matcher(out.line(end)).find()) end++;
            String label = label(out.lines().subList(i, end));
            String text = label.isEmpty() ? l : l + "\n" + label;
            out.claim(i, end);
            if (seen.add(arrow.group(1) + arrow.group(2) + ":" + arrow.group(3) + l)) {
                found.add(Finding.diagnostic(arrow.group(1), TextLines.number(arrow.group(2)), text));
            }
        }
        return Findings.of(found);
    }

    private static String label(List<String> lines) {
        for (String l : lines) {
            Matcher m = LABEL.matcher(l);
            if (l.contains("^") && m.find()) return m.group(1);
        }
        return "";
    }
}
