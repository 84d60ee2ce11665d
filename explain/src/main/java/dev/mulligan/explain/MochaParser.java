package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** Mocha's closing list of failures, which all of its console reporters share. */
final class MochaParser implements Parser {
    private static final Pattern FAILING =
            Pattern.compile("^\\s+(?:[✖×] )?(\\d+)(?: of (\\d+) tests?)? (failing|failed)\\b:?$");
    private static final Pattern PASSING = Pattern.compile("^\\s+(\\d+) (passing|pending)\\b");
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
        for (int i = start < 0 ? stop : start; i < stop; i++) {
            if (!HEAD.matcher(out.line(i)).find()) continue;
            int end = i + 1;
            while (end < stop && !HEAD.matcher(out.line(end)).find() && inside(out.line(end))) end++;
            found.add(finding(out.lines().subList(i, end)));
            i = end - 1;
        }
        out.claim(start < 0 ? passing : start, stop);
        return new Findings(found, count(out, found.size()));
    }

    private static boolean inside(String l) {
        return l.isBlank() || l.startsWith("   ");
    }

    private static TestCount count(Output out, int failed) {
        int passed = 0;
        int pending = 0;
        for (String l : out.lines()) {
            Matcher m = PASSING.matcher(l);
            if (!m.find()) continue;
            if (m.group(2).equals("passing")) passed = Texts.number(m.group(1));
            else pending = Texts.number(m.group(1));
        }
        return TestCount.of(passed + failed, failed, pending);
    }

    private static Finding finding(List<String> block) {
        Matcher m = HEAD.matcher(block.getFirst());
        m.find();
        StringBuilder name = new StringBuilder(m.group(2).strip());
        int body = 1;
        if (!name.toString().endsWith(":")
                || (body < block.size() && !block.get(body).isBlank())) {
            while (body < block.size() && !block.get(body).isBlank())
                name.append(' ').append(block.get(body++).strip());
        }
        String id = name.toString().endsWith(":") ? name.substring(0, name.length() - 1) : name.toString();
        List<String> rest = block.subList(body, block.size());
        List<String> text = new ArrayList<>();
        for (String l : rest) {
            if (Frames.of(l).isPresent()) break;
            text.add(l);
        }
        String message = Texts.block(text);
        return Finding.test(id, Frames.firstOwn(rest), message, NodeFailure.core(message));
    }
}
