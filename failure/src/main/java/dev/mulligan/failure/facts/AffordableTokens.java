package dev.mulligan.failure.facts;

import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.QuotedValue;
import dev.mulligan.failure.match.TextMark;

/** "You requested up to 32000 tokens, but can only afford 27342": less output may be affordable now. */
public final class AffordableTokens {
    /** Fewer tokens than this do not finish any work. */
    private static final long WORTHWHILE = 1000;

    private AffordableTokens() {}

    public static boolean tooLittle(PhraseHits hits) {
        for (int i = 0; i < hits.markCount(); i++) {
            if (hits.mark(i) == TextMark.AFFORD) {
                String text = hits.markText(i);
                int at = QuotedValue.valueStart(text, hits.markPosition(i), text.length());
                long tokens = 0;
                int start = at;
                while (at < text.length() && at < start + 9 && Character.isDigit(text.charAt(at))) {
                    tokens = tokens * 10 + Character.digit(text.charAt(at), 10);
                    at++;
                }
                return at > start && tokens < WORTHWHILE;
            }
        }
        return false;
    }
}
