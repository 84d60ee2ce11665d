package dev.mulligan.explain.generic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runners that give each failed test a heading and a block: jasmine, lab, uvu, node-tap, busted, Perl's Test::More,
 * test-unit, tcltest, eunit, doctest, plunit; and ctest and meson, which run any program. A runner is one line of
 * {@link #HEADINGS}.
 */
public final class TestReportParser implements ToolParser {
    private static final int BLOCK = 60;
    private static final int MESSAGE = 14;

    /**
     * How a runner announces a failed test.
     *
     * @param heading group 1 is the test's name; without one, the next line is it. Group 2, if there is one, is all
     *     the runner says
     * @param proof what must stand somewhere in the output, because the heading alone could be anything
     */
    private record Heading(Pattern heading, Pattern proof, boolean nameBelow) {
        static Heading of(String heading, String proof) {
            return new Heading(Pattern.compile(heading), Pattern.compile(proof), false);
        }

        static Heading named(String heading, String proof) {
            return new Heading(Pattern.compile(heading), Pattern.compile(proof), true);
        }
    }

    private static final List<Heading> HEADINGS = List.of(
            Heading.of("^\\d+\\) (.+)$", "^\\s+Message:$"),
            Heading.of("^\\s+\\d+\\) (.+):$", "^Failed tests:$"),
            Heading.of("^\\s+FAIL\\s+\"(.+)\"$", "^\\s+Total:\\s+\\d+"),
            Heading.of("^\\s*✖ (\\S.* > .*)$", "^(?:Asserts|Suites):\\s+\\d+ pass"),
            Heading.named("^(?:Failure|Error) (?:->|→) \\S+ @ \\d+$", "^\\d+ success\\w* / "),
            Heading.of("^#\\s+Failed test (?:'(?:.*)'|\"(?:.*)\")?", "^#\\s+(?:Failed test|Looks like)"),
            Heading.of("^(?:Failure|Error): (\\w+[?!]?\\(\\w[\\w:]*\\)):?", "^\\d+ tests?, \\d+ assertions?"),
            Heading.of("^==== (\\S+ .*) FAILED$", "^---- (?:Result was|Test )"),
            Heading.of("^\\w+: (\\w+(?:_test_?)?)\\b.*\\*failed\\*$", "^\\s*Failed: \\d+\\."),
            Heading.of("^File \".+\", line \\d+, in (\\S+)$", "^Failed example:$"),
            Heading.of("^\\s*test (\\S+): (?:failed|received error)", "^ERROR: "),
            Heading.of("^\\S.* \\([^()]+\\) (\\S.*) FAILED$", "Executed \\d+ of \\d+"),
            Heading.of(
                    "^\\s+(\\S.*):\\s+FAIL(?: \\([\\d.]+s\\))?$",
                    "^\\d+ out of \\d+ tests? failed|^\\d+ tests? failed"),
            Heading.of("^### (?:Failure|Error) in: (.+)$", "^Cases: \\d+ +Tried: \\d+"),
            Heading.of(
                    "^\\d+/\\d+ (?:\\S+\\.test\\.)?(\\S.*?)\\.\\.\\.(?:FAIL|(expected .*|\\S.*, found .*))",
                    "FAIL \\(\\w+\\)$"),
            Heading.of("^\\s+FAILED\\s+(\\S+ > \\S.*?)(?:\\s{2,}\\S+)?$", "^\\s+Tests:\\s+\\d+ failed"),
            Heading.of("^=== FAIL: (\\S+ \\S+) \\([\\d.]+s\\)$", "^DONE \\d+ tests?"),
            Heading.named(
                    "^(?:• )?\\[(?:FAILED|PANICKED|TIMEDOUT)\\] \\[[\\d.]+ seconds\\]$", "^Ran \\d+ of \\d+ Specs"),
            Heading.of("^(\\S.*?)\\s+\\| FAIL \\|$", "^\\d+ tests?, \\d+ passed, \\d+ failed"),
            Heading.of("^\\s+(?:JUnit \\w+|TestNG|Spock):(\\S.*)$", "^Test run finished after"),
            Heading.of("^(?:FAIL|ERROR) in \\((\\S+)\\)", "^Ran \\d+ tests containing"),
            Heading.of("^(?:── )?(?:Failure|Error) \\('[^']+'\\): (.+?)(?: ─+)?$", "^\\[ FAIL \\d+"),
            Heading.of("^(\\S.*): (?:Test Failed|Error During Test) at \\S+:\\d+$", "^Test Summary:"),
            Heading.of("^│ \\[FAIL\\]\\s+\\S.*?\\s+\\d+\\s+(\\S.*?)\\.?\\s+│$", "^\\d+ failures?! in"),
            Heading.of("^✗ (\\S.*)$", "^TEST RUN FAILED"));

    /** These run any program as a test; what that program's own runner said is better than what they say. */
    private static final List<Heading> HARNESSES = List.of(
            Heading.of("^\\s*\\d+/\\d+ Test\\s+#\\d+: (\\S+) .*\\*\\*\\*", "tests failed out of"),
            Heading.of("^\\s*\\d+/\\d+ (\\S.*?)\\s+(?:FAIL|TIMEOUT|ERROR)\\s+\\d", "^(?:Ok|Fail):\\s+\\d+"),
            Heading.of(
                    "^(//\\S+)\\s+((?:FAILED|TIMEOUT|NO STATUS)\\b.*?)(?: in [\\d.]+s)?$",
                    "^Executed \\d+ out of \\d+ test"));

    private final List<Heading> headings;
    private final boolean harness;

    private TestReportParser(List<Heading> headings, boolean harness) {
        this.headings = headings;
        this.harness = harness;
    }

    public static TestReportParser runners() {
        return new TestReportParser(HEADINGS, false);
    }

    public static TestReportParser harnesses() {
        return new TestReportParser(HARNESSES, true);
    }

    private static final Pattern PERL_NAME = Pattern.compile("^#\\s+Failed test ['\"](.*)['\"]");
    private static final Pattern ENDS = Pattern.compile(
            "^(?:={10,}|-{10,}|\\*{10,}|―{10,}|# Looks like|# No coverage|Summary of Failures|The following tests FAILED|==== \\S+ FAILED|Failing scenarios|\\d+ (?:specs?|of \\d+)|\\s+Total:\\s|Asserts:|Test Summary|\\s*output:<<|\\d+ scenarios?|Executed \\d+ |TOTAL: |Cases: \\d|DONE \\d+ tests?|Test run finished|TEST RUN |Stacktrace:$|─{10,})|tests passed,|^\\s+(?:To rerun|Use -p) ");
    private static final Pattern SKIPS = Pattern.compile(
            "^(?:={5,}|-{5,}|\\*{5,}|―{5,}|>>> |stderr:|stdout:|\\s*Message:|\\s*Stack:|==== Contents|#?\\s*at \\S+ line \\d+\\.?$|\\s+\\d+: |\\s*=> ?\\d+: |\\s*[✔✓] |\\s*MethodSource |Raised at |Called from |\\s*\\[\\.\\.\\.\\]$|\\s*In \\[\\w+\\] at: )");

    @Override
    public String tool() {
        return "test";
    }

    @Override
    public Findings parse(Output out) {
        if (harness && out.anyClaimed()) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        for (Heading kind : headings) {
            boolean any = out.any(l -> kind.heading().matcher(l).find())
                    && out.any(l -> kind.proof().matcher(l).find());
            if (any) blocks(out, kind, found);
        }
        return Findings.of(found);
    }

    private static void blocks(Output out, Heading kind, List<Finding> found) {
        for (int i = 0; i < out.size(); i++) {
            Matcher head = kind.heading().matcher(out.line(i));
            if (out.claimed(i) || !head.find()) continue;
            int end = end(out, i, kind);
            String name = kind.nameBelow() ? out.line(i + 1).strip() : name(out.line(i), head);
            List<String> block = out.lines().subList(kind.nameBelow() ? i + 2 : i + 1, end);
            boolean told = head.groupCount() > 1 && head.group(2) != null;
            String message = told ? head.group(2) : message(block);
            // A suite's own row says no more than how many of its tests failed.
            boolean sum =
                    !found.isEmpty() && !message.isEmpty() && message.lines().allMatch(NoiseLines::summary);
            if (sum) {
                out.claim(i, end);
                continue;
            }
            boolean repeated = message.isEmpty()
                    && found.stream().anyMatch(f -> f.subject().equals(name));
            if (!repeated) {
                String said = message.isEmpty() ? out.line(i).strip() : message;
                found.add(Finding.test(name, place(out, i, block), said, said));
            }
            out.claim(i, end);
            claimTwins(out, name);
        }
    }

    private static String name(String line, Matcher head) {
        Matcher perl = PERL_NAME.matcher(line);
        if (perl.find()) return perl.group(1);
        return head.groupCount() > 0 ? head.group(1).strip() : line.strip();
    }

    /** The harness around the runner says "not ok" for the same test without a reason. */
    private static void claimTwins(Output out, String name) {
        for (int i = 0; i < out.size(); i++) {
            String line = out.line(i);
            if (line.startsWith("not ok ") && line.endsWith(" - " + name)) out.claim(i, i + 1);
        }
    }

    private static int end(Output out, int head, Heading kind) {
        int from = kind.nameBelow() ? head + 2 : head + 1;
        int end = from;
        int text = 0;
        int indent = TextLines.indent(out.line(head));
        boolean deeper =
                TextLines.indent(out.line(from)) > indent && !out.line(from).isBlank();
        for (int i = from; i < Math.min(out.streamEnd(head), from + BLOCK); i++) {
            String line = out.line(i);
            boolean back = deeper && !line.isBlank() && text > 0 && TextLines.indent(line) <= indent;
            boolean over = back
                    || kind.heading().matcher(line).find()
                    || (ENDS.matcher(line).find() && text > 0)
                    || line.contains("% tests passed, ")
                    || (line.isBlank() && out.line(i + 1).isBlank() && text > 0);
            if (over) return end;
            if (!line.isBlank()) {
                end = i + 1;
                if (!SKIPS.matcher(line).find()) text++;
            }
        }
        return end;
    }

    private static String message(List<String> block) {
        List<String> text = new ArrayList<>();
        for (String line : block) {
            boolean skip = line.isBlank()
                    || SKIPS.matcher(line).find()
                    || NoiseLines.frame(line)
                    || StackFrameReader.of(line).isPresent()
                    || (NoiseLines.excerpt(line) && !line.startsWith("-") && !line.startsWith("+"));
            if (!skip && text.size() < MESSAGE) text.add(line.startsWith("#") ? line.substring(1) : line);
        }
        return TextLines.block(text);
    }

    private static @Nullable SourcePlace place(Output out, int head, List<String> block) {
        SourcePlace stands = null;
        for (int i = 0; i < block.size(); i++) {
            String line = block.get(i);
            Optional<PlaceReader.Found> found = PlaceReader.own(line);
            Optional<SourcePlace> frame = StackFrameReader.of(line);
            boolean bare = i == 0
                    && found.isPresent()
                    && found.get().leads()
                    && found.get().end() == line.length();
            if (bare) stands = found.get().frame();
            else if (frame.isPresent() && !frame.get().library()) return frame.get();
            else if (frame.isEmpty() && found.isPresent()) return found.get().frame();
        }
        // A place alone under the heading is where the test stands: better than nothing.
        if (stands != null) return stands;
        Optional<PlaceReader.Found> here = PlaceReader.own(out.line(head));
        return here.or(() -> PlaceReader.own(out.line(head - 1)))
                .map(PlaceReader.Found::frame)
                .orElse(null);
    }
}
