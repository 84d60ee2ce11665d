package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** Bats in its pretty layout; its plain layout is TAP. */
final class BatsParser implements Parser {
    private static final Pattern HEAD = Pattern.compile("^ ?✗ (.+?)(?: \\[\\d+\\])?$");
    private static final Pattern PLACE = Pattern.compile("in test file (\\S+?), line (\\d+)\\)");
    private static final Pattern TOTAL = Pattern.compile("^(\\d+) tests?, (\\d+) failures?(?:, (\\d+) skipped)?");

    @Override
    public String tool() {
        return "bats";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> found = new ArrayList<>();
        TestCount tests = TestCount.UNKNOWN;
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            Matcher head = HEAD.matcher(l);
            Matcher total = TOTAL.matcher(l);
            if (head.find() && out.line(i + 1).contains("in test file")) {
                int end = i + 1;
                while (end < out.size() && out.line(end).startsWith("   ")) end++;
                String message = Texts.block(out.lines().subList(i + 1, end));
                Matcher at = PLACE.matcher(message);
                Frame place = at.find() ? new Frame(at.group(1), Texts.number(at.group(2))) : null;
                found.add(Finding.test(head.group(1), place, message, message));
                out.claim(i, end);
            } else if (!found.isEmpty() && total.find()) {
                int skipped = total.group(3) == null ? 0 : Texts.number(total.group(3));
                tests = TestCount.of(Texts.number(total.group(1)) - skipped, Texts.number(total.group(2)), skipped);
            }
        }
        return new Findings(found, tests);
    }
}
