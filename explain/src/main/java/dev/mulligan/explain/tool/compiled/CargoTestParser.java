package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.RustPanic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rust's test harness under cargo test or nextest, with or without captured output. */
public final class CargoTestParser implements ToolParser {
    private static final Pattern FAILED =
            Pattern.compile("^test (.+?)(?: - should panic)? \\.\\.\\. .*\\bFAILED(?: .*)?$");
    private static final Pattern NEXTEST = Pattern.compile(
            "^\\s+(?:FAIL|SIGABRT|TIMEOUT|SIGSEGV) \\[\\s*[\\d.]+s\\](?: \\([^)]*\\))? (\\S+) (\\S.*)$");
    private static final Pattern SECTION =
            Pattern.compile("^-{3,4} (?:STD(?:OUT|ERR):\\s+\\S+ )?(\\S.*?)(?: stdout| stderr)? -{3,4}$");
    private static final Pattern RESULT =
            Pattern.compile("^test result: \\w+\\. (\\d+) passed; (\\d+) failed; (\\d+) ignored");

    @Override
    public String tool() {
        return "cargo";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, List<String>> bodies = new LinkedHashMap<>();
        Map<String, RustPanic> panics = new LinkedHashMap<>();
        TestCount tests = TestCount.UNKNOWN;
        boolean harness = out.any(l -> l.startsWith("test result: ")
                || (l.contains("FAIL [") && NEXTEST.matcher(l).find())
                || (l.startsWith("running ") && l.contains(" test")));
        if (!harness) return Findings.NONE;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            Matcher failed = FAILED.matcher(l);
            Matcher nextest = NEXTEST.matcher(l);
            Matcher section = SECTION.matcher(l);
            Matcher result = RESULT.matcher(l);
            if (l.startsWith("test ") && failed.find()) {
                bodies.computeIfAbsent(failed.group(1), k -> new ArrayList<>());
            } else if (l.contains("s] ") && nextest.find()) {
                bodies.computeIfAbsent(nextest.group(2), k -> new ArrayList<>());
            } else if (l.startsWith("---") && section.find()) {
                int end = end(out, i + 1);
                bodies.computeIfAbsent(section.group(1), k -> new ArrayList<>())
                        .addAll(out.lines().subList(i + 1, end));
                out.claim(i, end);
                i = end - 1;
            } else if (RustPanic.starts(l)) {
                RustPanic p = RustPanic.at(out.lines(), i);
                panics.putIfAbsent(p.thread(), p);
                out.claim(i, i + p.lines());
            } else if (l.startsWith("test result") && result.find()) {
                int broken = TextLines.number(result.group(2));
                tests = tests.plus(TestCount.of(
                        TextLines.number(result.group(1)) + broken, broken, TextLines.number(result.group(3))));
            }
        }
        List<Finding> found = new ArrayList<>();
        bodies.forEach((name, body) -> found.add(finding(name, body, panics)));
        return new Findings(found, tests);
    }

    private static int end(Output out, int from) {
        for (int i = from; i < out.size(); i++) {
            String l = out.line(i);
            if ((l.startsWith("----") && SECTION.matcher(l).find())
                    || l.equals("failures:")
                    || l.startsWith("test result:")) return i;
        }
        return out.streamEnd(from);
    }

    private static Finding finding(String name, List<String> body, Map<String, RustPanic> panics) {
        RustPanic loose = panics.get(name);
        for (int i = 0; i < body.size(); i++) {
            if (!RustPanic.starts(body.get(i))) continue;
            RustPanic p = RustPanic.at(body, i);
            return Finding.test(name, p.place(), p.message(), p.message());
        }
        if (loose != null) return Finding.test(name, loose.place(), loose.message(), loose.message());
        return RustPanic.withoutPanic(name, body);
    }
}
