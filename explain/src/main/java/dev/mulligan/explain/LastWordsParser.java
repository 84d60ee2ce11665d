package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;

/** Nothing known matched: the last line that complains, else the last line at all. */
final class LastWordsParser implements Parser {
    private static final Pattern COMPLAINT = Pattern.compile(
            "(?i)\\*\\*\\* |\\berror\\b|\\bfatal\\b|\\bfail(?:ed|ure)?\\b|exception|not found|no such|cannot|can't|denied|refused|undefined|invalid|segmentation fault|abort|killed|panic|unexpected|\\bmissing\\b|unable to|timed? ?out");
    private static final Pattern NOISE = Pattern.compile(
            "(?i)\\b0 (?:errors?|fail)|no errors?|exit(?:ed with)? (?:code|status)|^make(?:\\[\\d+\\])?: \\*\\*\\* \\[|Lifecycle script|^error Command failed");
    private static final Pattern PLACE = Pattern.compile(
            "((?:[A-Za-z]:)?[\\w./\\\\@+~-]+\\.[A-Za-z]\\w{0,5})(?::|\\(|, line |: line |:line | line )(\\d+)");

    @Override
    public String tool() {
        return "text";
    }

    @Override
    public Findings parse(Output out) {
        int at = last(out, true);
        if (at < 0) at = last(out, false);
        if (at < 0) return Findings.NONE;
        String l = out.line(at).strip();
        Matcher m = PLACE.matcher(l);
        Frame place = m.find() ? new Frame(m.group(1), Texts.number(m.group(2))) : null;
        return Findings.of(List.of(Finding.diagnostic(place, l, l)));
    }

    private static int last(Output out, boolean complaining) {
        for (int i = out.size() - 1; i >= 0; i--) {
            String l = out.line(i);
            if (l.isBlank() || NOISE.matcher(l).find()) continue;
            if (!complaining || COMPLAINT.matcher(l).find()) return i;
        }
        return -1;
    }
}
