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
import org.jspecify.annotations.Nullable;

/**
 * Compilers and linters that draw a frame: around the source, as Biome (place first), oxlint and swc (message first) and
 * Gleam do; around the message, as Terraform does; or a rule with title and file above it, as Elm does.
 */
public final class FramedDiagnosticParser implements ToolParser {
    private static final Pattern BIOME = Pattern.compile("^(\\S+\\.\\w+)(?::(\\d+):\\d+)? (\\S+) .*━━");
    private static final Pattern MESSAGE = Pattern.compile("^\\s+(?:×|✖|x) (\\S.*)$");
    private static final Pattern CORNER = Pattern.compile("^\\s+(?:,-|╭─|╭─+)\\[(\\S+?):(\\d+):\\d+\\]");
    private static final Pattern OPEN_CORNER = Pattern.compile("^\\s+┌─+ (\\S+?):(\\d+):\\d+$");
    private static final Pattern TITLE = Pattern.compile("^(?:error(?:\\[\\w+\\])?: )(\\S.*)$");
    private static final Pattern BOXED = Pattern.compile("^│ Error: (\\S.*)$");
    private static final Pattern BOXED_PLACE = Pattern.compile("^│\\s+on (\\S+) line (\\d+)");
    private static final Pattern RULED = Pattern.compile("^-- ([A-Z][A-Z ]+) -{3,} (\\S+\\.\\w+)$");
    private static final Pattern RULED_LINE = Pattern.compile("^(\\d+)\\|");
    private static final int BELOW = 24;

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
            } else {
                Finding other = titled(out, i);
                if (other == null) other = boxed(out, i);
                if (other == null) other = ruled(out, i);
                if (other != null) found.add(other);
            }
        }
        return Findings.of(found);
    }

    private static @Nullable Finding titled(Output out, int i) {
        Matcher title = TITLE.matcher(out.line(i));
        Matcher corner = OPEN_CORNER.matcher(out.line(i + 1));
        if (!title.find() || !corner.find()) return null;
        StringBuilder text = new StringBuilder(title.group(1));
        int end = i + 2;
        while (end < Math.min(out.streamEnd(i), i + BELOW)
                && !TITLE.matcher(out.line(end)).find()) {
            String line = out.line(end++);
            if (!line.isBlank() && !NoiseLines.excerpt(line)) text.append('\n').append(line.strip());
        }
        out.claim(i, end);
        return Finding.diagnostic(corner.group(1), TextLines.number(corner.group(2)), text.toString());
    }

    private static @Nullable Finding boxed(Output out, int i) {
        Matcher title = BOXED.matcher(out.line(i));
        if (!title.find()) return null;
        StringBuilder text = new StringBuilder(title.group(1));
        SourcePlace at = null;
        int end = i + 1;
        while (end < Math.min(out.streamEnd(i), i + BELOW) && out.line(end).startsWith("│")) {
            String line = out.line(end++);
            Matcher place = BOXED_PLACE.matcher(line);
            String said = line.substring(1).strip();
            if (place.find()) {
                at = new SourcePlace(place.group(1), TextLines.number(place.group(2)));
            } else if (!said.isEmpty() && !NoiseLines.excerpt(said)) {
                text.append('\n').append(said);
            }
        }
        out.claim(i, end);
        return Finding.diagnostic(at, text.toString(), text.toString());
    }

    private static @Nullable Finding ruled(Output out, int i) {
        Matcher title = RULED.matcher(out.line(i));
        if (!title.find()) return null;
        StringBuilder text = new StringBuilder(title.group(1));
        int at = 0;
        int end = i + 1;
        while (end < Math.min(out.streamEnd(i), i + BELOW)
                && !RULED.matcher(out.line(end)).find()) {
            String line = out.line(end++);
            Matcher shown = RULED_LINE.matcher(line);
            boolean source = shown.find();
            if (source && at == 0) at = TextLines.number(shown.group(1));
            if (!line.isBlank() && !source && !NoiseLines.excerpt(line))
                text.append('\n').append(line.strip());
        }
        out.claim(i, end);
        return Finding.diagnostic(title.group(2), at, text.toString());
    }

    private static String below(Output out, int from) {
        for (int i = from + 1; i < from + 4; i++) {
            Matcher m = MESSAGE.matcher(out.line(i));
            if (m.find()) return m.group(1);
        }
        return "";
    }
}
