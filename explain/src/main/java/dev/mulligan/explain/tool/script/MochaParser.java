package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.NodeFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mocha's closing list of failures, which all of its console reporters share. */
public final class MochaParser implements ToolParser {
    private static final Pattern FAILING =
            Pattern.compile("^\\s+(?:[✖×] )?(\\d+)(?: of (\\d+) tests?)? (failing|failed)\\b:?$");
    private static final Pattern PASSING = Pattern.compile("^\\s+(\\d+) (passing|pending)\\b");
    private static final Pattern FILE = Pattern.compile("\\((/[^\\s()]+\\.\\w+)\\)");
    private static final Pattern HEAD = Pattern.compile("^ {2}(\\d+)\\) (.+)$");

    @Override
    public String tool() {
        return "mocha";
    }

    @Override
    public Findings parse(Output out) {
        int start = out.find(0, l -> FAILING.matcher(l).find());
        int passing = out.find(0, l -> PASSING.matcher(l).find());
        if (start < 0 && passing < 0) return Findings.NONE;
        List<Finding> found = new ArrayList<>();
        int stop = out.streamEnd(Math.max(start, passing));
        int i = start < 0 ? stop : head(out, start, stop, 1);
        while (i < stop) {
            int end = head(out, i + 1, stop, found.size() + 2);
            found.add(finding(out.lines().subList(i, end)));
            i = end;
        }
        out.claim(start < 0 ? passing : start, stop);
        return new Findings(found, count(out, found.size()));
    }

    /** Where failure number {@code n} starts: messages may be printed at any indentation, so only the number tells. */
    private static int head(Output out, int from, int stop, int n) {
        String lead = "  " + n + ") ";
        for (int i = from; i < stop; i++) if (out.line(i).startsWith(lead)) return i;
        return stop;
    }

    private static TestCount count(Output out, int failed) {
        int passed = 0;
        int pending = 0;
        for (String l : out.lines()) {
            Matcher m = PASSING.matcher(l);
            if (!m.find()) continue;
            if (m.group(2).equals("passing")) passed = TextLines.number(m.group(1));
            else pending = TextLines.number(m.group(1));
        }
        return TestCount.of(passed + failed, failed, pending);
    }

    private static Finding finding(List<String> block) {
        Matcher m = HEAD.matcher(block.getFirst());
        m.find();
        StringBuilder name = new StringBuilder(m.group(2).strip());
        int body = 1;
        while (!name.toString().endsWith(":")
                && body < block.size()
                && !block.get(body).isBlank()) {
            name.append(' ').append(block.get(body++).strip());
        }
        String id = name.toString().endsWith(":") ? name.substring(0, name.length() - 1) : name.toString();
        List<String> rest = block.subList(body, block.size());
        List<String> text = new ArrayList<>();
        for (String l : rest) {
            if (StackFrameReader.of(l).isPresent()) break;
            text.add(l.startsWith(" ") || l.isBlank() ? l : "      " + l);
        }
        String message = TextLines.block(text);
        return Finding.test(id, place(rest, message), message, core(message));
    }

    /** The coloured diff is left out by some reporters; it only counts when the message above it is shortened. */
    private static String core(String message) {
        int diff = message.indexOf("+ expected - actual");
        boolean shortened = message.contains("...")
                || message.contains("…")
                || message.contains("{ Object (")
                || message.contains("[ Array(");
        return NodeFailure.core(diff < 0 || shortened ? message : message.substring(0, diff));
    }

    private static @Nullable SourcePlace place(List<String> lines, String message) {
        SourcePlace own = StackFrameReader.firstOwn(lines);
        if (own != null && !own.library()) return own;
        Matcher m = FILE.matcher(message);
        return m.find() ? new SourcePlace(m.group(1), 0) : own;
    }
}
