package dev.mulligan.explain.tool.jvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.JavaTrace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** JUnit and TestNG through Maven Surefire or Failsafe, old and new wording. */
public final class SurefireParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile(
            "^(?:\\[\\w+\\] +)?(.+?)(?: --)? +Time elapsed: [\\d.,]+ ?s(?:ec)? +<<< (?:FAILURE|ERROR)!");
    private static final Pattern IN = Pattern.compile("<<< (?:FAILURE|ERROR)! --? in ([\\w.$]+)$");
    private static final Pattern OLD_NAME = Pattern.compile("^(.+)\\(([\\w.$]+)\\)$");
    private static final Pattern TOTAL = Pattern.compile(
            "^(?:\\[\\w+\\] +)?Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+), Skipped: (\\d+)(?:, Flakes: \\d+)?$");
    private static final Pattern BRIEF = Pattern.compile(
            "^(?:\\[ERROR\\] +|  )(?:Run \\d+: )?([\\w$.]+\\.[^\\s:»]+?)(?::(\\d+))?((?:->[\\w$.<>]+(?::\\d+)?)*)(?: » | )(\\S.*)$");

    @Override
    public String tool() {
        return "junit";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        List<Finding> brief = new ArrayList<>();
        TestCount tests = TestCount.UNKNOWN;
        boolean list = false;
        String type = "";
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (l.contains("<<<")
                    && !l.contains("Tests run:")
                    && HEAD.matcher(l).find()) {
                int end = JavaTrace.end(out, i + 1);
                Finding f = finding(out, i, end, type);
                found.putIfAbsent(f.subject() + "\n" + f.core(), f);
                out.claim(i, end);
                i = end - 1;
            } else if (l.contains("Tests run:")) {
                Matcher m = TOTAL.matcher(l);
                if (m.find()) tests = tests.plus(count(m));
                Matcher in = IN.matcher(l);
                if (in.find()) type = in.group(1);
                list = false;
                out.claim(i, i + 1);
            } else if (label(l)) {
                list = true;
                out.claim(i, i + 1);
            } else if (list && BRIEF.matcher(l).find()) {
                brief.add(brief(l));
                out.claim(i, i + 1);
            }
        }
        return new Findings(merge(List.copyOf(found.values()), brief), tests);
    }

    private static boolean label(String l) {
        String t = l.startsWith("[ERROR]") ? l.substring("[ERROR]".length()).strip() : l.strip();
        return t.equals("Failures:") || t.equals("Errors:") || t.equals("Failed tests:") || t.equals("Tests in error:");
    }

    private static TestCount count(Matcher m) {
        int skipped = TextLines.number(m.group(4));
        return TestCount.of(
                Math.max(0, TextLines.number(m.group(1)) - skipped),
                TextLines.number(m.group(2)) + TextLines.number(m.group(3)),
                skipped);
    }

    private static Finding finding(Output out, int head, int end, String type) {
        Matcher m = HEAD.matcher(out.line(head));
        m.find();
        Matcher old = OLD_NAME.matcher(m.group(1));
        String id = old.find() ? old.group(2) + "." + old.group(1) : m.group(1);
        int parameters = id.indexOf('{') < 0 ? id.length() : id.indexOf('{');
        if (id.lastIndexOf('.', parameters) < 0 && !type.isEmpty()) id = type + "." + id;
        return JavaTrace.finding(id, out.lines().subList(head + 1, end));
    }

    /** {@code CartTest.total:26->check:40 expected: …}: the first line is the test's own. */
    private static Finding brief(String l) {
        Matcher m = BRIEF.matcher(l);
        m.find();
        String type = m.group(1).substring(0, m.group(1).lastIndexOf('.'));
        int line = m.group(2) == null ? 0 : TextLines.number(m.group(2));
        String file = type.substring(type.lastIndexOf('.') + 1);
        int inner = file.indexOf('$');
        SourcePlace at = new SourcePlace((inner < 0 ? file : file.substring(0, inner)) + ".java", line);
        return Finding.test(m.group(1), at, m.group(4), m.group(4));
    }

    private static List<Finding> merge(List<Finding> full, List<Finding> brief) {
        Set<String> told = new HashSet<>();
        for (Finding f : full) told.add(shortName(f.subject()));
        List<Finding> all = new ArrayList<>(full);
        for (Finding b : brief) if (told.add(shortName(b.subject()))) all.add(b);
        return all;
    }

    /** Outer class and method, without parameters: what both the long and the brief form agree on. */
    private static String shortName(String id) {
        int cut = id.indexOf('(') >= 0 ? id.indexOf('(') : id.length();
        for (char open : new char[] {'[', '{'}) {
            int at = id.indexOf(open);
            if (at >= 0) cut = Math.min(cut, at);
        }
        String plain = id.substring(0, cut).strip();
        int method = plain.lastIndexOf('.');
        String type = plain.substring(Math.max(0, plain.lastIndexOf('.', method - 1) + 1), Math.max(0, method));
        int inner = type.indexOf('$');
        return (inner < 0 ? type : type.substring(0, inner)) + plain.substring(method + 1);
    }
}
