package dev.mulligan.failure.outcome;

import java.util.Locale;

/**
 * A reviewer's verdict, read strictly: JSON with {@code "verdict": "pass"} or {@code "fail"}, or a line that is exactly
 * {@code PASS}, {@code FAIL} or {@code FAIL: reason}. Prose that mentions the words decides nothing.
 */
public sealed interface ReviewVerdict {

    record Pass() implements ReviewVerdict {}

    record Fail(String reason) implements ReviewVerdict {}

    /** No verdict, or more than one. Never to be taken as a pass. */
    record Unclear(String reason) implements ReviewVerdict {}

    static ReviewVerdict parse(String answer) {
        VerdictScan scan = new VerdictScan();
        answer.lines().limit(VerdictScan.MAX_LINES).forEach(scan::line);
        scan.json(answer);
        return scan.verdict();
    }

    /** Reads the value of a {@code verdict} field. */
    static ReviewVerdict ofWord(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "pass" -> new Pass();
            case "fail" -> new Fail("the reviewer said fail");
            default -> new Unclear("\"" + word + "\" is not a verdict: say pass or fail");
        };
    }
}
