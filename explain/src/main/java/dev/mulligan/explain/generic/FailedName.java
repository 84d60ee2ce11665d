package dev.mulligan.explain.generic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.TextLines;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line by which a test runner says that a test failed: a mark before the name, a word behind it, or a number in a list.
 *
 * @param name empty when the line gives a reason and the name stands above it
 * @param said what the line itself says about the reason
 * @param sure the line says that something failed; a number in a list or a bare name does not
 */
record FailedName(String name, String said, boolean sure) {
    private static final int LONGEST = 200;

    /** Both words and signs, before the name. */
    private static final Pattern BEFORE = Pattern.compile(
            "^\\s*(?:[\\d.]+\\s+|\\S+\\.\\w+:\\d+:\\s*)?(?:\\W*(?:\\[\\s*(?:FAIL(?:ED|URE)?|Failed|KO|NOK)\\s*\\]|\\b(?:FAIL(?:ED|URE)?|not ok|NOT OK|KO)\\b!*)|[^\\w\\s]{0,2}\\s*[✗✘×✖✕❌⨯✟]|\\[-\\]|!!|X)(?:[\\s:>—–-]+(.*))?$");

    private static final Pattern BEHIND = Pattern.compile(
            "^\\s*(?:[│┃|]\\s+)?(\\S.*?)(?:[\\s.:…–—-]+|\\.{2,}|: ?)(?:\\[\\s*(?:FAIL(?:ED|URE)?|ERROR|KO)\\s*\\]|\\*{0,3}(?:FAIL(?:ED|URE)?|failed|f|FAILURE|KO|fail)\\*{0,3}!?)(?:(?: in|:)? *[(\\[]?\\d[\\d.:]* ?(?:[µmn]?s|sec(?:onds?)?)?[)\\]]?\\.?\\s*|:\\s+(.*)|\\s*)$");

    /** Runners that write {@code +} before what passes. */
    private static final Pattern DASHED = Pattern.compile("^\\s*- (\\S.*\\S) \\(?\\d+(?:\\.\\d+)? ?m?s\\)?$");

    private static final Pattern NUMBERED = Pattern.compile("^\\s*\\d+[).]\\s+(\\S.*)$");
    private static final Pattern STARTED = Pattern.compile(
            "^\\s*(?:In|Running(?: test)?|Test(?:ing| case)?:?|\\[\\s*RUN\\s*\\])\\s+(\\S.*?)(?::|\\s?\\.+)?\\s*$");
    /** A place, the suite, the test, and then the reason. */
    private static final Pattern PLACED = Pattern.compile("^\\S+\\.\\w+:\\d+:[FE]:(?:[^:]*:)?(\\w+):\\d+: (.*)$");
    /** A place and a reason; the name stands above. */
    private static final Pattern NAMELESS =
            Pattern.compile("^\\s*\\S+\\.\\w+[:(]\\d+\\)?:? ?(?:FAIL(?:ED|URE)?|Error|Failure)\\b\\W*(\\S.*)$");

    private static final Pattern ALONE = Pattern.compile("^\\s*\\[?\\s*(?:FAIL(?:ED|URE)?)\\s*[\\]:]$");

    private static final Pattern VALUES = Pattern.compile(
            "(?i)!=|==|\\bexpected\\b.*\\bwas\\b|\\bexpect(?:ed)?\\b.*(?:\\bgot\\b|\\bbut\\b|\\bactual|received|\\bfound\\b|\\bto \\b)|\\bbut (?:got|was|found|is)\\b|not equal|\\bassert\\w* |^\\W*\\w*(?:Error|Exception|Failure)\\b\\W|should be (?:\\W|\\d)|not the same");
    private static final Pattern NO_NAME = Pattern.compile(
            "(?i)^(?:[^\\pL]*|[\\w:.]*(?-i:Error|Exception)|(?:the )?(?:tests?|examples?|specs?|failures?|results?|status|totals?|build|suites?|run|assertions?|files?|summary|pass(?:ed)?|fail(?:ed)?|errors?|skip(?:ped)?|it|one|some)\\b[^\\pL]*)$");
    private static final Pattern COUNT = Pattern.compile(
            "(?i)^\\W*\\d+ (?:of \\d+ )?(?:\\w+ )?(?:tests?|specs?|examples?|failures?|failed|failing|passed|errors?|assertions?|scenarios?|suites?|files?|problems?|warnings?|issues?)\\b|\\b\\d+ (?:passed|failed)\\b|\\bpassed$");
    private static final Pattern REASON_INSIDE = Pattern.compile("^\\W*\\[FAIL\\w*[:.] (.*)\\] (\\S.*)$");
    private static final Pattern TIMED = Pattern.compile(
            "(?:[\\s›|(\\[,]+(?:in )?[~±]?\\d+(?::\\d+)*(?:\\.\\d+)? ?(?:ns|µs|μs|us|ms|s|secs?|seconds?|m)\\b[)\\]]?(?: ?\\([^()]*\\))?)+[.:]?\\s*$");
    private static final List<Pattern> LEADING = List.of(
            Pattern.compile("^\\(?\\d+/\\d+\\)?:?\\s+"),
            Pattern.compile("^(?:\\[[^\\]]*\\d[^\\]]*\\]|\\{\\d+\\})\\s+"),
            Pattern.compile("^\\d+[).]\\s+"),
            Pattern.compile("^(?:in|Test(?: case)?:?|Running(?: test)?|case|run) (?:\")?"),
            Pattern.compile("^\\S+\\.\\w{1,6}:\\d+(?::\\d+)?[:\\s]\\s*"),
            Pattern.compile("^\\w+:\\d+:? +"),
            Pattern.compile("^(?:\\d+(?:\\.\\d+)? ?m?s|fn|\\]) +"),
            Pattern.compile("^[-–—•*+→›>#✗✘×✖✕❌\"'\\s]+"));
    private static final List<Pattern> TRAILING = List.of(
            Pattern.compile("\\s+[─━=_*-]{3,}$"),
            Pattern.compile("\\s*[(\\[]?(?:at:? )?\\S+\\.\\w+:\\d+(?::\\d+)*[)\\]]?$"),
            Pattern.compile("\\s+\\([\\pL~]+: [^()]*\\)$"),
            Pattern.compile("\\s+(?:FAIL|FAILED|STARTED|failed)$"),
            Pattern.compile("[\\s.:…\"']+$"));

    static Optional<FailedName> of(String line) {
        if (line.length() > 1_000 || line.isBlank()) return Optional.empty();
        Matcher placed = PLACED.matcher(line);
        if (placed.find()) return Optional.of(new FailedName(placed.group(1), placed.group(2), true));
        Matcher nameless = NAMELESS.matcher(line);
        if (nameless.find() && compares(nameless.group(1)))
            return Optional.of(new FailedName("", nameless.group(1), true));
        Matcher inside = REASON_INSIDE.matcher(line);
        if (inside.find()) return named(inside.group(2), inside.group(1), true);
        Matcher before = BEFORE.matcher(line);
        if (before.find()) return named(before.group(1), null, true);
        Matcher dashed = DASHED.matcher(line);
        if (dashed.find()) return named(dashed.group(1), null, true);
        Matcher behind = BEHIND.matcher(line);
        int failed = line.indexOf(" failed: ");
        boolean reason = failed > 0 && compares(line.substring(failed)) && !line.contains(" line ");
        boolean sentence = (failed > 0 && !reason) || (line.endsWith("fail") && !line.contains(".. fail"));
        if (behind.find() && !sentence) return named(behind.group(1), behind.group(2), true);
        Matcher numbered = NUMBERED.matcher(line);
        boolean name = numbered.find()
                && !VALUES.matcher(numbered.group(1)).find()
                && PlaceReader.own(numbered.group(1))
                        .filter(PlaceReader.Found::leads)
                        .isEmpty();
        if (name) return named(numbered.group(1), null, false);
        return Optional.empty();
    }

    /** The runner begins a test; whether it fails is seen from what follows. */
    static Optional<String> started(String line) {
        Matcher m = STARTED.matcher(line);
        if (!m.find() || COUNT.matcher(m.group(1)).find()) return Optional.empty();
        String name = tidy(m.group(1));
        return name(name) ? Optional.of(name) : Optional.empty();
    }

    /** The word stands by itself, and the name below it. */
    static boolean alone(String line) {
        return ALONE.matcher(line).find();
    }

    static boolean compares(String line) {
        return VALUES.matcher(line).find();
    }

    private static Optional<FailedName> named(@Nullable String text, @Nullable String said, boolean sure) {
        if (text == null || text.isBlank() || COUNT.matcher(text).find()) return Optional.empty();
        String rest = text.strip();
        int call = rest.indexOf("() ");
        if (said == null && call > 0) return of(rest.substring(0, call), rest.substring(call + 3), sure);
        for (String between : said == null ? List.of(": ", " - ", " — ", " – ") : List.<String>of()) {
            int at = rest.indexOf(between);
            if (at > 0 && compares(rest.substring(at + between.length())) && !compares(rest.substring(0, at)))
                return of(rest.substring(0, at), rest.substring(at + between.length()), sure);
        }
        if (said == null && compares(rest)) return Optional.of(new FailedName("", rest, sure));
        return of(rest, said == null ? "" : said, sure);
    }

    private static Optional<FailedName> of(String text, String said, boolean sure) {
        String name = tidy(text);
        return name(name) ? Optional.of(new FailedName(name, said.strip(), sure)) : Optional.empty();
    }

    private static boolean name(String name) {
        return name.length() > 1
                && name.length() <= LONGEST
                && !name.startsWith("(")
                && !NO_NAME.matcher(name).find()
                && !COUNT.matcher(name).find();
    }

    /** Without what differs between two runs, and without what is no part of the name. */
    static String tidy(String text) {
        String name = text.strip();
        for (int round = 0; round < 4; round++) {
            String shorter = TIMED.matcher(name).replaceFirst("");
            for (Pattern p : LEADING) shorter = p.matcher(shorter).replaceFirst("");
            for (Pattern p : TRAILING) shorter = p.matcher(shorter).replaceFirst("");
            if (shorter.equals(name)) break;
            name = shorter.strip();
        }
        return TextLines.firstLine(name);
    }
}
