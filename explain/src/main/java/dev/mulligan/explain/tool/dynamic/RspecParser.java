package dev.mulligan.explain.tool.dynamic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** rspec, and hspec of Haskell, which took over its report and puts the place above the test. */
public final class RspecParser implements ToolParser {
    private static final Pattern HEAD = Pattern.compile("^\\s*(\\d+)\\) (.+)$");
    private static final Pattern LOAD = Pattern.compile("^An error occurred while loading (\\S+?)\\.?$");
    private static final Pattern TOTAL = Pattern.compile("^(\\d+) examples?, (\\d+) failures?(?:, (\\d+) pending)?");

    @Override
    public String tool() {
        return "rspec";
    }

    @Override
    public Findings parse(Output out) {
        TestCount tests = TestCount.UNKNOWN;
        List<Finding> found = new ArrayList<>();
        boolean list = false;
        int total = out.find(0, l -> TOTAL.matcher(l).find());
        if (total < 0) return Findings.NONE;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            Matcher count = TOTAL.matcher(l);
            Matcher load = LOAD.matcher(l);
            if (count.find()) {
                int skipped = count.group(3) == null ? 0 : TextLines.number(count.group(3));
                tests = TestCount.of(
                        TextLines.number(count.group(1)) - skipped, TextLines.number(count.group(2)), skipped);
            } else if (load.find()) {
                int end = end(out, i + 1);
                Finding f = finding("", out.lines().subList(i + 1, end));
                found.add(Finding.diagnostic(
                        StackFrameReader.firstOwn(out.lines().subList(i, end)),
                        f.error().message(),
                        f.core()));
                out.claim(i, end);
            } else if (l.equals("Failures:")) {
                list = true;
            } else if (l.startsWith("Finished in ")) {
                list = false;
            } else if (list && HEAD.matcher(l).find()) {
                int end = end(out, i + 1);
                Matcher m = HEAD.matcher(l);
                m.find();
                Finding f = finding(m.group(2), out.lines().subList(i + 1, end));
                Optional<PlaceReader.Found> above =
                        PlaceReader.own(out.line(i - 1)).filter(PlaceReader.Found::leads);
                boolean placed = f.error().file().isPresent() || above.isEmpty();
                found.add(
                        placed
                                ? f
                                : Finding.test(
                                        m.group(2),
                                        above.get().frame(),
                                        f.error().message(),
                                        f.core()));
                out.claim(i, end);
                i = end - 1;
            }
        }
        return new Findings(found, tests);
    }

    private static int end(Output out, int from) {
        for (int i = from; i < out.size(); i++) {
            String l = out.line(i);
            if ((HEAD.matcher(l).find() && TextLines.indent(l) <= 2)
                    || l.startsWith("Finished in ")
                    || l.startsWith("Failed examples:")) return i;
        }
        return out.streamEnd(from);
    }

    private static Finding finding(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (l.strip().startsWith("# ") && StackFrameReader.of(l).isPresent()) break;
            if (l.strip().startsWith("To rerun use:")) break;
            text.add(l);
        }
        String message = TextLines.block(text);
        return Finding.test(name, StackFrameReader.firstOwn(body), message, message);
    }
}
