package dev.mulligan.explain.output;

import com.google.re2j.Pattern;

/** How much a line sounds like the reason of a failure. */
public final class Complaint {
    public static final int NONE = 0;
    public static final int TEXT = 1;
    public static final int WORDS = 2;
    public static final int COMPARES = 3;
    public static final int SAYS_ERROR = 4;

    private static final Pattern SAYS = Pattern.compile(
            "^\\W*(?:line \\d+.* - )?(?:[\\w.-]+: )?(?:\\w+ )?(?:ERROR|Error|error|FATAL|Fatal|fatal|FAILURE|Failure|Exception|EXCEPTION|panic|PANIC|\\w+Error|\\w+Exception|\\w+-ERROR)\\b[^a-z:\\]\\n]{0,24}[:\\]\\)]|^\\W*\\*\\* \\(\\w+|^\\s*[✘✖✗×❌] |^\\S+(?::\\d+)* ?:? (?:\\w+ )?error ?: |^(?:\\w+ )?[Ee]rror in |^Unhandled |^Uncaught |^Caught: |\\(SC\\d+\\)|>> Issue:|\\w(?:Error|Exception)@|^Errors? \\w+:$");
    private static final Pattern WORD = Pattern.compile(
            "(?i)\\*\\*\\* |\\berrors?\\b|\\bfatal\\b|\\bfail(?:ed|ure|s)?\\b|exception|not found|no such|cannot|can't|could not|couldn't|denied|refused|undefined|undeclared|unknown|invalid|segmentation fault|abort|killed|panic|unexpected|\\bmissing\\b|unable to|timed? ?out|not defined|is not |are not |unused|never used|duplicat|\\bmust\\b|\\bshould\\b|requires?\\b|mismatch|unresolved|not allowed|does not|doesn't|bad |unrecognized|violat|overflow|out of (?:bounds|range|memory)|not there");
    private static final Pattern PAIR = Pattern.compile(
            "(?i)^expected (?:an?|the) |expected\\b.*\\b(?:got|but|to (?:be|equal|have)|actual|received)|\\bgot\\b.*\\b(?:want|expected)|!=|is not equal|should (?:be|have been|equal)");

    private static final Pattern WARNS = Pattern.compile(
            "(?i)^\\W*(?:\\S+[:\\d]+ )?(?:warning|note|info)\\b|: (?:warning|note|info): |\\((?:warning|info|style)\\)");

    private Complaint() {}

    public static int of(String line) {
        if (NoiseLines.any(line)) return NONE;
        if (SAYS.matcher(line).find()) return SAYS_ERROR;
        if (PAIR.matcher(line).find()) return COMPARES;
        if (WORD.matcher(line).find()) return WORDS;
        return line.chars().anyMatch(Character::isLetter) ? TEXT : NONE;
    }

    public static boolean warns(String line) {
        return line.length() < 2_000 && WARNS.matcher(line).find();
    }
}
