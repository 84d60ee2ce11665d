package dev.mulligan.failure.outcome;

/** Collects the verdicts in an answer. */
final class VerdictScan {
    static final int MAX_LINES = 100_000;
    private static final int MAX_JSON = 1 << 20;
    private static final String KEY = "\"verdict\"";

    private int passes;
    private int fails;
    private boolean malformed;
    private String reason = "the reviewer said fail";
    private String unclear = "the answer holds no verdict: a line PASS or FAIL: reason, or JSON with \"verdict\"";

    void line(String line) {
        String word = line.strip();
        if (word.equals("PASS")) {
            passes++;
        } else if (word.equals("FAIL")) {
            fails++;
        } else if (word.startsWith("FAIL:")) {
            fails++;
            reason = word.substring("FAIL:".length()).strip();
        }
    }

    void json(String answer) {
        String text = answer.length() <= MAX_JSON ? answer : answer.substring(0, MAX_JSON);
        for (int at = text.indexOf(KEY); at >= 0; at = text.indexOf(KEY, at + 1)) {
            int i = skipBlanks(text, at + KEY.length());
            if (i >= text.length() || text.charAt(i) != ':') {
                continue;
            }
            i = skipBlanks(text, i + 1);
            int end = i < text.length() && text.charAt(i) == '"' ? text.indexOf('"', i + 1) : -1;
            if (end < 0) {
                unclear = "the verdict is not a text: say \"pass\" or \"fail\"";
                malformed = true;
                continue;
            }
            count(ReviewVerdict.ofWord(text.substring(i + 1, end)));
        }
    }

    private void count(ReviewVerdict verdict) {
        switch (verdict) {
            case ReviewVerdict.Pass _ -> passes++;
            case ReviewVerdict.Fail _ -> fails++;
            case ReviewVerdict.Unclear no -> {
                unclear = no.reason();
                malformed = true;
            }
        }
    }

    private static int skipBlanks(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    ReviewVerdict verdict() {
        if (fails > 0 && passes == 0) {
            return new ReviewVerdict.Fail(reason);
        }
        if (fails > 0) {
            return new ReviewVerdict.Unclear("the answer says both pass and fail");
        }
        return passes > 0 && !malformed ? new ReviewVerdict.Pass() : new ReviewVerdict.Unclear(unclear);
    }
}
