package dev.mulligan.explain.lint;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compilers and linters that put a place and a complaint on one line. */
public final class DiagnosticParser implements ToolParser {
    public static final String TOOL = "compiler";
    private static final String PATH = "((?:[A-Za-z]:)?[^\\s:()\\[\\]\"'<>|,]+\\.[A-Za-z]\\w{0,6})";

    /** Groups: path, line, text. */
    private static final List<Pattern> SHAPES = List.of(
            Pattern.compile("^(?:\\[\\w+\\] +)?(?:e: )?(?:file://)?" + PATH
                    + ":(\\d+)(?::\\d+)?:? ?-? (?:fatal |syntax )?[Ee]rror:? ?(\\S.*)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+: (error\\[\\w+\\]: .+)$"),
            Pattern.compile("^(?:\\s+)?" + PATH + "\\((\\d+)(?:, ?\\d+)*\\) ?:? (?:fatal )?[Ee]rror:? ?(\\S.*)$"),
            Pattern.compile("^\\s*" + PATH + ":(\\d+):\\d+ - error:? ?(\\S.*)$"),
            Pattern.compile("^\\[ERROR\\] +(?:file://)?" + PATH + ":? ?[\\[(](\\d+), ?\\d+[\\])]:? (.+)$"),
            Pattern.compile("^\\[error\\] +" + PATH + ":(\\d+)(?::\\d+)?: (.+)$"),
            Pattern.compile("^e: (?:file://)?" + PATH + ":(?:(\\d+):\\d+:?| \\((\\d+), \\d+\\):) (.+)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+:? ([A-Z]{1,4}\\d{3,4}:? .+)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+: ([CWEF]: .+)$"),
            Pattern.compile(
                    "^(?:g?make(?:\\[\\d+\\])?: )?((?:\\S*/)?(?:GNU)?[Mm]akefile|\\S+\\.mk):(\\d+): (\\*\\*\\* .+)$"),
            Pattern.compile("^\\[error\\] " + PATH + ": SyntaxError: .*?\\((\\d+):\\d+\\)(.*)$"),
            Pattern.compile("^(?:\\[\\w+\\] +)?" + PATH
                    + ":(\\d+):\\d+: ([^|]*[^\\s\\]] (?:\\[[A-Z][A-Za-z]+\\]|\\([a-z][\\w-]*:[a-z][\\w-]*\\)))$"),
            Pattern.compile("^CMake Error at (\\S+?):(\\d+) (.*)$"));

    private static final Pattern REQUIRED = Pattern.compile("^(\\S+):(\\d+):\\d+:\\s+required from here");
    private static final Pattern CODE_END = Pattern.compile("\\[[a-z-]+\\]$");
    private static final Pattern DETAIL = Pattern.compile(
            "^(?:\\[(?:ERROR|error)\\])?(?: *\\|)?\\s+(symbol|location|required|found|reason|Found|Required)\\s*: .*$");

    @Override
    public String tool() {
        return TOOL;
    }

    /** Which compiler complains is told by the language of the file. */
    public static String nameOf(Finding f) {
        return switch (SourcePaths.extension(f.error().file().orElse(""))) {
            case "ts", "tsx", "mts", "cts" -> "tsc";
            case "java" -> "javac";
            case "kt", "kts" -> "kotlinc";
            case "c", "cc", "cpp", "cxx", "h", "hpp" -> "cc";
            case "py", "pyi" -> "python-check";
            case "cs" -> "csc";
            case "swift" -> "swiftc";
            case "scala" -> "scalac";
            case "rs" -> "rustc";
            default -> TOOL;
        };
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i) || l.length() > 2_000 || !candidate(l)) continue;
            Optional<Matcher> hit = match(l);
            if (hit.isEmpty()) continue;
            Matcher m = hit.get();
            boolean kotlin = m.groupCount() == 4;
            String line = kotlin && m.group(2) == null ? m.group(3) : m.group(2);
            String text = details(out, i, m.group(m.groupCount()));
            SourcePlace at = new SourcePlace(m.group(1), TextLines.number(line));
            Finding f = Finding.diagnostic(at.library() ? caller(out, i, at) : at, text, text);
            found.putIfAbsent(l.replace("[ERROR] ", ""), f);
            out.claim(i, i + 1);
        }
        return Findings.of(List.copyOf(new ArrayList<>(found.values())));
    }

    /** An error inside a C++ library header is caused by the project's line that instantiated the template. */
    private static SourcePlace caller(Output out, int error, SourcePlace at) {
        for (int i = error - 1; i >= Math.max(0, error - 30); i--) {
            Matcher m = REQUIRED.matcher(out.line(i));
            if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        }
        return at;
    }

    private static boolean candidate(String l) {
        boolean place = l.indexOf(':') > 0 && (l.indexOf('.') > 0 || l.indexOf("akefile") >= 0);
        return place && l.chars().anyMatch(Character::isDigit);
    }

    private static Optional<Matcher> match(String l) {
        for (Pattern p : SHAPES) {
            Matcher m = p.matcher(l);
            if (m.find()) return Optional.of(m);
        }
        return Optional.empty();
    }

    /** javac explains a symbol below the source excerpt; tsc continues with indented lines right away. */
    private static String details(Output out, int at, String first) {
        if (first.startsWith(", ")) return details(out, at, "syntax error" + first);
        if (first.chars().noneMatch(Character::isLetterOrDigit))
            return cmake(out, at, "").strip();
        StringBuilder text = new StringBuilder(first);
        if (out.line(at).startsWith("CMake Error")) return cmake(out, at, first);
        if (out.line(at).contains(".py:")) return wrapped(out, at, first);
        boolean script = first.startsWith("TS");
        for (int i = at + 1; i < Math.min(out.size(), at + 8); i++) {
            if (match(out.line(i)).isPresent()) break;
            String l = out.line(i).startsWith("[error]") ? out.line(i).substring(7) : out.line(i);
            boolean detail = DETAIL.matcher(l).find();
            if (detail || (script && i > at && l.startsWith("  ") && !l.isBlank())) {
                text.append('\n')
                        .append(l.replace("[ERROR]", "")
                                .replace("[error]", "")
                                .replace("  |", "")
                                .strip());
            } else if (!l.startsWith(" ") || script) {
                if (detail || (TextLines.indent(l) == 0 && !excerpt(out, i))) break;
                if (script) break;
            }
        }
        return text.toString();
    }

    /** mypy wraps a message at the width of the terminal; its last line ends with the code in brackets. */
    private static String wrapped(Output out, int at, String first) {
        StringBuilder text = new StringBuilder(first);
        for (int i = at + 1; i <= at + 4 && !CODE_END.matcher(text).find(); i++) {
            if (out.line(i).isBlank() || match(out.line(i)).isPresent()) return first;
            text.append(' ').append(out.line(i).strip());
        }
        return CODE_END.matcher(text).find() ? text.toString() : first;
    }

    private static String cmake(Output out, int at, String first) {
        StringBuilder text = new StringBuilder(first);
        for (int i = at + 1; i < Math.min(out.size(), at + 12) && out.line(i).startsWith("  "); i++) {
            text.append('\n').append(out.line(i).strip());
        }
        return text.toString();
    }

    private static boolean excerpt(Output out, int i) {
        return out.line(i + 1).strip().equals("^");
    }
}
