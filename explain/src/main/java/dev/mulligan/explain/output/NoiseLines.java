package dev.mulligan.explain.output;

import com.google.re2j.Pattern;

/** Lines that are never the reason: sums, links, frames, excerpts, what a tool says about itself. */
public final class NoiseLines {
    private static final Pattern SUMMARY = Pattern.compile(
            "(?i)(?:^|[^#\\w])\\d+ (?:errors?|failures?|failed|failing|fail|problems?|warnings?|issues?|tests?|specs?|examples?|suites?|assertions?|of \\d+ (?:tests?|subtests)|successes|scenarios?|steps?|features?)\\b|^\\W*found \\d+|, found \\d+ |"
                    + "compiled with|\\d+ out of \\d+|^finished in|^time:|^duration|exit(?:ed with)? (?:code|status)|exitcode|returned an error|"
                    + "^\\W*(?:build|compilation|test|tests|result|execution|validation|lint(?:ing)?)(?: \\w+)?:? (?:failed?|aborted|halted|failure)\\b[^:]*$|"
                    + "errors? while|error during|error summary|had compilation errors|could not be completed|^\\W*(?:error\\W+)?failed to (?:build|compile)\\.?$|stopping$|looks like you|"
                    + "^make(?:\\[\\d+\\])?: \\*\\*\\* |build stopped|lifecycle script|^error command failed|full log|see (?:also|full|the )|"
                    + "in the above file|execution of an external program failed|^\\W*\\d+% |compilation aborted|found compiler error|error while processing|"
                    + "^dubious, |^failed:? \\d|^\\w+: +\\d+(?:\\.\\d+)?$|\\b0 (?:errors?|fail)|no errors?\\b|failed tests?:$|files? checked|#\\s*\\{ ?total|^total\\b");
    private static final Pattern SIDE =
            Pattern.compile("(?i)^\\W*(?:expected|actual|got|want\\w*|found|received)\\s*:");
    private static final Pattern ADVICE = Pattern.compile(
            "(?i)^\\W*(?:get help|for (?:more|further) info|learn more|more info|reference|see |help:|hint|tip|did you mean|try |run with|read more|documentation|usage:)");
    private static final Pattern LINK = Pattern.compile("^\\W*\\w*:?\\s*https?://\\S+(?:\\s.*)?$");
    private static final Pattern FRAME = Pattern.compile(
            "^\\s*(?:at |\\?\\?:|by 0x|from |\\.\\.\\. \\d+ more|\\d+: \\(|\\[C\\]:|in call from |in function \\w+:|\\(procedure|invoked from|while executing|stack traceback|backtrace|callstack|caused at)|: in (?:function|main|method|`|block|<)|, called at |^\\s+\\d+:\\d+\\s+\\d+ \\(|^In \\S+\\.scm:");
    private static final Pattern EXCERPT = Pattern.compile(
            "^\\s*(?:>|=>)?\\s*L?\\d+\\s*(?:\\||│|▕|:\\s|\\t)|^\\s*(?:[|│╵╷╰└·~]|%\\s+\\d*\\|)|^[\\s^~|─-]*$|\\^-+ |^\\s*\\^");
    private static final Pattern RULE = Pattern.compile("^[\\W_]*$");

    private NoiseLines() {}

    public static boolean summary(String line) {
        return SUMMARY.matcher(line).find() && !SIDE.matcher(line).find();
    }

    /** One side of a comparison: what was expected, or what came instead. */
    public static boolean side(String line) {
        return SIDE.matcher(line).find();
    }

    public static boolean link(String line) {
        return LINK.matcher(line).find() || ADVICE.matcher(line).find();
    }

    public static boolean frame(String line) {
        return FRAME.matcher(line).find();
    }

    public static boolean excerpt(String line) {
        return EXCERPT.matcher(line).find();
    }

    /** Nothing here tells why. */
    public static boolean any(String line) {
        return line.isBlank()
                || RULE.matcher(line).find()
                || frame(line)
                || excerpt(line)
                || link(line)
                || summary(line);
    }
}
