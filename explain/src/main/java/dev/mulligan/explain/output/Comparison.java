package dev.mulligan.explain.output;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;

/** The two sides of a failed comparison, as the usual assertion libraries word them. */
record Comparison(Optional<String> expected, Optional<String> actual) {
    private static final Comparison NONE = new Comparison(Optional.empty(), Optional.empty());
    private static final int SIDE = 500;

    private record Wording(Pattern pattern, int expected, int actual) {}

    private static final List<Wording> WORDINGS = List.of(
            new Wording(Pattern.compile("(?i)expected:? ?<(.*?)>,? but was:? ?<(.*?)>"), 1, 2),
            new Wording(Pattern.compile("(?i)expected:? \\[(.*?)\\] but found \\[(.*?)\\]"), 1, 2),
            new Wording(
                    Pattern.compile(
                            "(?m)^\\s*Expected(?: \\w+)?: ?(.+)\\s+^\\s*(?:Received|Actual|But was|got)(?: \\w+)?: +(.+)$"),
                    1,
                    2),
            new Wording(Pattern.compile("(?m)^\\s*expected\\s*: ?(.+)\\s+^\\s*(?:actual|got)\\s*: ?(.+)$"), 1, 2),
            new Wording(Pattern.compile("(?m)^\\s*left: ?(.+)\\s+^\\s*right: ?(.+)$"), 2, 1),
            new Wording(Pattern.compile("(?m)^(?:AssertionError: )?assert (.+) == (.+)$"), 2, 1),
            new Wording(Pattern.compile("(?m)^(?:AssertionError: )?(.+) !=+ (.+)$"), 2, 1),
            new Wording(
                    Pattern.compile("expected (.+) to (?:strictly |deeply |be |equal |deep )*equal (.+?)(?: //.*)?$"),
                    2,
                    1),
            new Wording(Pattern.compile("(?m)expected (.+?) to be (.+?)(?: //.*)?$"), 2, 1),
            new Wording(Pattern.compile("(?i)\\bgot:? (.+?)[,;] (?:want|expected):? (.+)$"), 2, 1),
            new Wording(Pattern.compile("(?i)= (.+?)[,;] (?:want|expected):? (.+)$"), 2, 1),
            new Wording(Pattern.compile("(?i)\\b(?:want|expected):? (.+?)[,;] (?:but )?(?:got|actual):? (.+)$"), 1, 2),
            new Wording(
                    Pattern.compile("Failed asserting that (.+) (?:matches expected|is identical to) (.+)\\.$"), 2, 1));

    static Comparison in(String message) {
        String text = TextLines.clip(message, 2_000);
        for (Wording w : WORDINGS) {
            Matcher m = w.pattern().matcher(text);
            if (m.find()) return new Comparison(side(m.group(w.expected())), side(m.group(w.actual())));
        }
        return NONE;
    }

    private static Optional<String> side(String value) {
        return Optional.of(TextLines.clip(value.strip(), SIDE));
    }
}
