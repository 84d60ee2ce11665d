package dev.mulligan.failure.delay;

import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.QuotedValue;
import dev.mulligan.failure.match.TextMark;
import java.time.Instant;
import java.util.Optional;

/** Reads the delay at the places that the scan has marked. */
final class DelayMarks {
    private DelayMarks() {}

    /** What the body says to do, in a field made for it. */
    static long advised(PhraseHits hits) {
        long seconds = field(hits, TextMark.DELAY_FIELD, 1000);
        return seconds >= 0 ? seconds : field(hits, TextMark.DELAY_MILLIS_FIELD, 1);
    }

    /** How long a window lasts that the body describes. */
    static long window(PhraseHits hits) {
        return field(hits, TextMark.WINDOW_FIELD, 1000);
    }

    private static long field(PhraseHits hits, TextMark wanted, int unit) {
        if (hits.has(wanted)) {
            for (int i = 0; i < hits.markCount(); i++) {
                if (hits.mark(i) == wanted) {
                    String text = hits.markText(i);
                    int at = QuotedValue.valueStart(text, hits.markPosition(i), text.length());
                    long delay = DurationText.orBareNumber(text, at, unit);
                    if (delay >= 0) {
                        return delay;
                    }
                }
            }
        }
        return DurationText.NONE;
    }

    /** A delay told in a sentence; rounded more often than a field, so it comes last. */
    static long spoken(PhraseHits hits) {
        if (hits.has(TextMark.DELAY_TEXT)) {
            for (int i = 0; i < hits.markCount(); i++) {
                String text = hits.markText(i);
                int at = hits.markPosition(i);
                if (hits.mark(i) == TextMark.DELAY_TEXT && !isOwnPlan(text, at)) {
                    long delay = spoken(text, at);
                    if (delay >= 0) {
                        return delay;
                    }
                }
            }
        }
        return DurationText.NONE;
    }

    private static long spoken(String text, int at) {
        char before = text.charAt(at - 1);
        char after = at < text.length() ? text.charAt(at) : ' ';
        boolean stated = before == ':' || after == ':' || after == '=';
        return stated ? DurationText.orBareNumber(text, at, 1000) : DurationText.withUnit(text, at);
    }

    /** "will retry in 5s" is what the client means to do, not what the service asks for. */
    private static boolean isOwnPlan(String text, int at) {
        int from = Math.max(0, at - 28);
        String before = text.substring(from, at).toLowerCase(java.util.Locale.ROOT);
        return before.contains("will retry")
                || before.contains("next retry")
                || before.contains("going to retry")
                || before.contains("will try again")
                || before.contains("we'll retry")
                || before.contains("i'll")
                || before.contains("auto-retry")
                || before.contains("then retry in");
    }

    static long untilReset(PhraseHits hits, Instant reference) {
        for (int i = 0; i < hits.markCount(); i++) {
            TextMark mark = hits.mark(i);
            if (mark == TextMark.RESET_FIELD || mark == TextMark.RESET_TEXT) {
                String text = hits.markText(i);
                int at = mark == TextMark.RESET_FIELD
                        ? QuotedValue.valueStart(text, hits.markPosition(i), text.length())
                        : hits.markPosition(i);
                Optional<Instant> moment = MomentText.read(text, at, reference);
                long delay = moment.isEmpty() ? DurationText.NONE : RetryAfter.between(reference, moment.get(), false);
                if (delay >= 0) {
                    return delay;
                }
            }
        }
        return DurationText.NONE;
    }
}
