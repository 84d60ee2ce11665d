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

/** When no test and no source line is to blame: what Maven, Gradle, cargo and npm give as the reason. */
public final class BuildToolParser implements ToolParser {
    private static final Pattern MAVEN = Pattern.compile(
            "^\\[ERROR\\] (?:Failed to execute goal (\\S+).*? on project (\\S+?): |\\[FATAL\\] |\\s*)(.+)$");
    private static final Pattern CARGO = Pattern.compile("^error: (.+)$");
    private static final Pattern NPM =
            Pattern.compile("^npm (?:ERR!|error) (?:code |)(?:[A-Z][A-Z_]+|Missing script: .+|.+)$");

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
                add(found, maven.group(3));
            } else if (l.equals("* What went wrong:")) {
                add(found, wentWrong(out, i + 1));
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
        return TextLines.block(text);
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
