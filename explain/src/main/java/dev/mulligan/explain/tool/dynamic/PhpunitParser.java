package dev.mulligan.explain.tool.dynamic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** PHPUnit's and Pest's classic lists of failures and errors. */
public final class PhpunitParser implements ToolParser {
    private static final Pattern LIST = Pattern.compile(
            "^There (?:was|were) (\\d+) (failure|error|warning|risky test|skipped test|incomplete test|PHPUnit \\w+)s?.*:$");
    private static final Pattern HEAD = Pattern.compile("^(\\d+)\\) (.+)$");
    private static final Pattern TOTAL =
            Pattern.compile("^(?:OK \\((\\d+) tests?, |Tests: (\\d+), Assertions: \\d+(.*)$)");
    private static final Pattern COUNT = Pattern.compile("(Errors|Failures|Skipped): (\\d+)");
    private static final Pattern PLACE = Pattern.compile("^(?:#\\d+ +)?(\\S+\\.php):(\\d+)$");

    @Override
    public String tool() {
        return "phpunit";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> found = new ArrayList<>();
        TestCount tests = TestCount.UNKNOWN;
        boolean list = false;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            Matcher head = LIST.matcher(l);
            Matcher total = TOTAL.matcher(l);
            if (l.startsWith("There ") && head.find()) {
                list = head.group(2).equals("failure")
                        || head.group(2).equals("error")
                        || head.group(2).startsWith("PHPUnit");
                out.claim(i, i + 1);
            } else if (total.find()) {
                tests = count(total);
                list = false;
            } else if (l.equals("No tests executed!")) {
                tests = TestCount.of(0, 0, 0);
            } else if (list && HEAD.matcher(l).find()) {
                int end = i + 1;
                while (end < out.size() && !HEAD.matcher(out.line(end)).find() && !closing(out.line(end))) end++;
                found.add(finding(l, out.lines().subList(i + 1, end)));
                out.claim(i, end);
                i = end - 1;
            }
        }
        return new Findings(found, tests);
    }

    private static boolean closing(String l) {
        return l.equals("--")
                || l.startsWith("FAILURES!")
                || l.startsWith("ERRORS!")
                || l.startsWith("There w")
                || l.startsWith("Tests: ");
    }

    private static Finding finding(String head, List<String> body) {
        Matcher m = HEAD.matcher(head);
        m.find();
        List<String> text = new ArrayList<>();
        SourcePlace own = null;
        for (String l : body) {
            Matcher p = PLACE.matcher(l.strip());
            if (!p.find()) {
                if (own == null) text.add(l);
            } else if (own == null || own.library()) {
                own = new SourcePlace(p.group(1), TextLines.number(p.group(2)));
            }
        }
        String message = TextLines.block(text);
        return Finding.test(m.group(2), own, message, message);
    }

    private static TestCount count(Matcher m) {
        if (m.group(1) != null) return TestCount.of(TextLines.number(m.group(1)), 0, 0);
        int failed = 0;
        int skipped = 0;
        Matcher c = COUNT.matcher(m.group(3));
        while (c.find()) {
            if (c.group(1).equals("Skipped")) skipped = TextLines.number(c.group(2));
            else failed += TextLines.number(c.group(2));
        }
        return TestCount.of(Math.max(0, TextLines.number(m.group(2)) - skipped), failed, skipped);
    }
}
