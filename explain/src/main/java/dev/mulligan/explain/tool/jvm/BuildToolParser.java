package dev.mulligan.explain.tool.jvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When no test and no source line is to blame: what Maven, Gradle, cargo and npm give as the reason. */
public final class BuildToolParser implements ToolParser {
    private static final Pattern MAVEN = Pattern.compile(
            "^\\[ERROR\\] (?:Failed to execute goal (\\S+).*? on project (\\S+?): |\\[FATAL\\] |\\s*)(.+)$");
    private static final Pattern CARGO = Pattern.compile("^error: (.+)$");
    private static final Pattern NPM =
            Pattern.compile("^npm (?:ERR!|error) (?:code |)(?:[A-Z][A-Z_]+|Missing script: .+|.+)$");

    private static final Pattern ITEM = Pattern.compile("^\\[ERROR\\]\\s{2,}(\\S.*)$");
    private static final Pattern WHERE = Pattern.compile("^\\w[\\w ]* file '([^']+)' line: (\\d+)$");
    private static final int LIST = 8;

    @Override
    public String tool() {
        return "build";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            Matcher maven = MAVEN.matcher(l);
            Matcher cargo = CARGO.matcher(l);
            if (l.startsWith("[ERROR] ") && maven.find() && found.isEmpty() && !heading(l)) {
                add(found, list(out, i, maven.group(3)));
            } else if (l.equals("* What went wrong:")) {
                String reason = wentWrong(out, i + 1);
                SourcePlace where = where(out, i);
                if (where == null) add(found, reason);
                else if (!reason.isBlank()) found.putIfAbsent(reason, Finding.diagnostic(where, reason, reason));
            } else if (l.startsWith("error: ") && cargo.find() && cargoReason(cargo.group(1))) {
                add(found, cargo.group(1));
            } else if (found.isEmpty() && l.startsWith("npm ") && NPM.matcher(l).find()) {
                add(found, npm(out, i));
            }
        }
        return Findings.of(new ArrayList<>(found.values()));
    }

    private static void add(Map<String, Finding> found, String message) {
        if (!message.isBlank()) {
            SourcePlace place =
                    PlaceReader.own(message).map(PlaceReader.Found::frame).orElse(null);
            found.putIfAbsent(message, Finding.diagnostic(place, message, message));
        }
    }

    private static String wentWrong(Output out, int from) {
        List<String> text = new ArrayList<>();
        for (int i = from;
                i < out.size() && !out.line(i).isBlank() && !out.line(i).startsWith("* ");
                i++) text.add(out.line(i));
        boolean heading = !text.isEmpty()
                && text.getLast().endsWith(":")
                && out.line(from + text.size()).isBlank();
        for (int i = from + text.size() + 1;
                heading && i < out.size() && out.line(i).startsWith(" ");
                i++) text.add(out.line(i));
        return TextLines.block(text);
    }

    /** What a plugin found stands below its sentence when that ends with a colon. */
    private static String list(Output out, int at, String sentence) {
        if (!sentence.endsWith(":")) return sentence;
        StringBuilder text = new StringBuilder(sentence);
        for (int i = at + 1; i < Math.min(out.size(), at + LIST); i++) {
            Matcher item = ITEM.matcher(out.line(i));
            if (!item.find()) break;
            text.append('\n').append(item.group(1));
        }
        return text.toString();
    }

    /** Gradle tells the place before the reason. */
    private static @Nullable SourcePlace where(Output out, int wrong) {
        for (int i = wrong - 1; i >= Math.max(0, wrong - 4); i--) {
            Matcher m = WHERE.matcher(out.line(i));
            if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        }
        return null;
    }

    private static boolean heading(String l) {
        return l.endsWith("while processing the POMs:") || l.contains("The build could not read");
    }

    private static boolean cargoReason(String text) {
        return !text.startsWith("could not compile")
                && !text.startsWith("test failed")
                && !text.startsWith("aborting due to");
    }

    private static String npm(Output out, int from) {
        List<String> text = new ArrayList<>();
        for (int i = from; i < out.size() && text.size() < 4 && out.line(i).startsWith("npm "); i++) {
            if (!out.line(i).contains("complete log of this run")) text.add(out.line(i));
        }
        return String.join("\n", text);
    }
}
