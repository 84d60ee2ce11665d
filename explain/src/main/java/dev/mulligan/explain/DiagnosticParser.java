package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compilers and linters that put a place and a complaint on one line. */
final class DiagnosticParser implements Parser {
    private static final String PATH = "((?:[A-Za-z]:)?[^\\s:()\\[\\]\"'<>|,]+\\.[A-Za-z]\\w{0,6})";

    /** Groups: path, line, text. */
    private static final List<Pattern> SHAPES = List.of(
            Pattern.compile("^(?:\\[\\w+\\] +)?(?:e: )?(?:file://)?" + PATH
                    + ":(\\d+)(?::\\d+)?:? ?-? (?:fatal |syntax )?[Ee]rror:? ?(\\S.*)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+: (error\\[\\w+\\]: .+)$"),
            Pattern.compile("^(?:\\s+)?" + PATH + "\\((\\d+)(?:,\\d+)*\\) ?: (?:fatal )?error:? ?(\\S.*)$"),
            Pattern.compile("^\\s*" + PATH + ":(\\d+):\\d+ - error:? ?(\\S.*)$"),
            Pattern.compile("^\\[ERROR\\] +(?:file://)?" + PATH + ":? ?[\\[(](\\d+), ?\\d+[\\])]:? (.+)$"),
            Pattern.compile("^e: (?:file://)?" + PATH + ":(?:(\\d+):\\d+:?| \\((\\d+), \\d+\\):) (.+)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+:? ([A-Z]{1,4}\\d{3,4}:? .+)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+: ([CWEF]: .+)$"),
            Pattern.compile("^" + PATH + ":(\\d+):\\d+: (.+ \\[Error(?:/\\S+)?\\])$"),
            Pattern.compile("^" + PATH + ": line (\\d+), col \\d+, Error - (.+)$"),
            Pattern.compile(
                    "^(?:g?make(?:\\[\\d+\\])?: )?((?:\\S*/)?(?:GNU)?[Mm]akefile|\\S+\\.mk):(\\d+): (\\*\\*\\* .+)$"),
            Pattern.compile("^CMake Error at (\\S+?):(\\d+) (.*)$"));

    private static final Pattern DETAIL =
            Pattern.compile("^(?:\\[ERROR\\])?\\s+(symbol|location|required|found|reason): .*$");

    @Override
    public String tool() {
        return "compiler";
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
            Finding f = Finding.diagnostic(m.group(1), Texts.number(line), text);
            found.putIfAbsent(l.replace("[ERROR] ", ""), f);
            out.claim(i, i + 1);
        }
        return Findings.of(List.copyOf(new ArrayList<>(found.values())));
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
        StringBuilder text = new StringBuilder(first);
        boolean script = first.startsWith("TS");
        for (int i = at + 1; i < Math.min(out.size(), at + 8); i++) {
            String l = out.line(i);
            boolean detail = DETAIL.matcher(l).find();
            if (detail || (script && i > at && l.startsWith("  ") && !l.isBlank())) {
                text.append('\n').append(l.replace("[ERROR]", "").strip());
            } else if (!l.startsWith(" ") || script) {
                if (detail || (Texts.indent(l) == 0 && !excerpt(out, i))) break;
                if (script) break;
            }
        }
        return text.toString();
    }

    private static boolean excerpt(Output out, int i) {
        return out.line(i + 1).strip().equals("^");
    }
}
