package dev.mulligan.explain.lint;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** Workflow commands of GitHub Actions: {@code ::error file=a.py,line=3::message}. */
public final class AnnotationParser implements ToolParser {
    private static final Pattern COMMAND =
            Pattern.compile("^(?:\\S+ )?(?:::|##\\[)error(?: ([^:\\]]*))?(?:::|\\])(.*)$");
    private static final Pattern PROPERTY = Pattern.compile("(\\w+)=([^,]*)");

    @Override
    public String tool() {
        return "annotations";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> found = new ArrayList<>();
        for (String line : out.lines()) {
            Matcher m = COMMAND.matcher(line);
            if (!line.contains("error") || !m.find()) continue;
            String file = "";
            int at = 0;
            String properties = m.group(1) == null ? "" : m.group(1);
            for (Matcher p = PROPERTY.matcher(properties); p.find(); ) {
                if (p.group(1).equals("file")) file = decoded(p.group(2));
                if (p.group(1).equals("line")) at = TextLines.number(p.group(2));
            }
            String message = decoded(m.group(2));
            boolean said = !message.isBlank() && !NoiseLines.summary(message);
            if (said)
                found.add(Finding.diagnostic(file.isEmpty() ? null : new SourcePlace(file, at), message, message));
        }
        return Findings.of(found);
    }

    private static String decoded(String s) {
        return s.replace("%0D", "")
                .replace("%0A", "\n")
                .replace("%3A", ":")
                .replace("%2C", ",")
                .replace("%25", "%");
    }
}
