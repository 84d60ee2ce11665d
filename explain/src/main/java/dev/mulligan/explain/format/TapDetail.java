package dev.mulligan.explain.format;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.trace.NodeFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows a {@code not ok} line: a YAML block, comment lines, or an indented message with a stack. */
final class TapDetail {
    private static final Pattern FIELD = Pattern.compile(
            "^(\\s*)(error|message|stack|location|at|expected|actual|wanted|found|diff|fileName|lineNumber) *:\\s*(.*)$");
    private static final Pattern PLACE = Pattern.compile("['\"(]?((?:file://)?[^\\s'\"(]+\\.\\w+):(\\d+)(?::\\d+)?");
    private static final Pattern FOOTER =
            Pattern.compile("^# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\\b");

    private TapDetail() {}

    static boolean footer(String l) {
        return FOOTER.matcher(l).find();
    }

    static Finding finding(String name, List<String> body) {
        String error = field(body, "error");
        boolean complete = !error.isEmpty();
        if (error.isEmpty()) error = field(body, "message");
        if (error.isEmpty()) error = loose(body);
        String sides = sides(body);
        if (!complete && !sides.isEmpty() && !shown(error, body))
            error = error.isEmpty() ? sides : error + "\n" + sides;
        return NodeFailure.of(name, place(body), error.isEmpty() ? "not ok" : error);
    }

    /** The two sides of the comparison, under the names the producers use. */
    private static String sides(List<String> body) {
        String expected = field(body, "expected").isEmpty() ? field(body, "wanted") : field(body, "expected");
        if (!expected.isEmpty()) return "expected: " + expected + "\nactual: " + actual(body);
        return field(body, "diff");
    }

    private static String actual(List<String> body) {
        String actual = field(body, "actual");
        return actual.isEmpty() ? field(body, "found") : actual;
    }

    private static boolean shown(String error, List<String> body) {
        String actual = actual(body).isEmpty() ? field(body, "diff") : actual(body);
        return !error.isEmpty() && error.contains(actual);
    }

    private static String field(List<String> body, String key) {
        for (int i = 0; i < body.size(); i++) {
            Matcher m = FIELD.matcher(body.get(i));
            if (!m.find() || !m.group(2).equals(key)) continue;
            String value = m.group(3).strip();
            if (!value.startsWith("|") && !value.startsWith(">")) return unquote(value);
            List<String> block = new ArrayList<>();
            int indent = m.group(1).length();
            for (int j = i + 1;
                    j < body.size() && (body.get(j).isBlank() || TextLines.indent(body.get(j)) > indent);
                    j++) {
                block.add(body.get(j));
            }
            return TextLines.block(block);
        }
        return "";
    }

    private static String unquote(String v) {
        if (v.length() < 2 || v.charAt(0) != v.charAt(v.length() - 1)) return v;
        return switch (v.charAt(0)) {
            case '\'' -> v.substring(1, v.length() - 1).replace("''", "'");
            case '"' -> v.substring(1, v.length() - 1).replace("\\n", "\n").replace("\\\"", "\"");
            default -> v;
        };
    }

    private static String loose(List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            String t = l.startsWith("#") ? l.substring(1) : l;
            boolean repeated = !text.isEmpty() && NodeFailure.named(t.strip());
            if (t.strip().equals("---") || repeated || StackFrameReader.of(t).isPresent()) break;
            text.add(t);
        }
        return TextLines.block(text);
    }

    private static @Nullable SourcePlace place(List<String> body) {
        SourcePlace own = null;
        for (String l : field(body, "stack").split("\n", -1)) {
            Matcher m = PLACE.matcher(l);
            if (own == null && m.find()) own = own(m);
        }
        if (own == null) own = StackFrameReader.firstOwn(body);
        if (own != null && !own.library()) return own;
        for (String key : List.of("at", "location")) {
            Matcher m = PLACE.matcher(field(body, key));
            if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        }
        String file = field(body, "fileName");
        if (!file.isEmpty()) return new SourcePlace(file, TextLines.number(field(body, "lineNumber")));
        return comment(body);
    }

    private static @Nullable SourcePlace own(Matcher m) {
        SourcePlace f = new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        return f.library() ? null : f;
    }

    private static @Nullable SourcePlace comment(List<String> body) {
        for (String l : body) {
            Matcher m =
                    Pattern.compile("(?:in test file|at) (\\S+?),? line (\\d+)").matcher(l);
            if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        }
        for (String l : body) {
            Matcher said = Pattern.compile("(?:message|Failure|Error): (\\S+\\.\\w+):(\\d+)")
                    .matcher(l);
            if (said.find()) return new SourcePlace(said.group(1), TextLines.number(said.group(2)));
        }
        return null;
    }
}
