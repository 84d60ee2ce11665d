package dev.mulligan.explain.lint;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** Linters that draw a frame around the source: Biome (place first) and oxlint, swc and others (message first). */
public final class FramedDiagnosticParser implements ToolParser {
    private static final Pattern BIOME = Pattern.compile("^(\\S+\\.\\w+)(?::(\\d+):\\d+)? (\\S+) .*━━");
    private static final Pattern MESSAGE = Pattern.compile("^\\s+(?:×|✖|x) (\\S.*)$");
    private static final Pattern CORNER = Pattern.compile("^\\s+(?:,-|╭─|╭─+)\\[(\\S+?):(\\d+):\\d+\\]");

    @Override
    public String tool() {
        return "lint";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < out.size(); i++) {
            if (out.claimed(i)) continue;
            Matcher biome = BIOME.matcher(out.line(i));
            Matcher message = MESSAGE.matcher(out.line(i));
            Matcher corner = CORNER.matcher(out.line(i + 1));
            if (out.line(i).contains("━━") && biome.find()) {
                int line = biome.group(2) == null ? 0 : TextLines.number(biome.group(2));
                String text = below(out, i);
                if (!text.isEmpty())
                    found.add(Finding.diagnostic(biome.group(1), line, text + " (" + biome.group(3) + ")"));
            } else if (message.find() && corner.find()) {
                found.add(Finding.diagnostic(corner.group(1), TextLines.number(corner.group(2)), message.group(1)));
            }
        }
        return Findings.of(found);
    }

    private static String below(Output out, int from) {
        for (int i = from + 1; i < from + 4; i++) {
            Matcher m = MESSAGE.matcher(out.line(i));
            if (m.find()) return m.group(1);
        }
        return "";
    }
}
