package dev.mulligan.failure.facts;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.match.OneLine;
import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.PhraseMatcher;
import dev.mulligan.failure.match.QuotedValue;
import dev.mulligan.failure.match.TextMark;
import java.util.List;

/** Picks the one line a person should see. */
public final class MessageLine {
    private static final int MAX = 300;
    private static final List<String> ERROR_STARTS =
            List.of("error", "fatal", "api error", "npm error", "npm err!", "e   ", "[error]", "curl:", "exception");

    private static final String ERROR_INITIALS = "EeFfAaNn[Cc";

    private MessageLine() {}

    public static String of(EvidenceFacts facts, PhraseHits hits) {
        String message = ofField(hits, TextMark.MESSAGE);
        message = message.isEmpty() ? ofField(hits, TextMark.DETAIL) : message;
        return message.isEmpty() ? ofText(facts) : message;
    }

    /** The first such field that holds a sentence and not more JSON. */
    private static String ofField(PhraseHits hits, TextMark wanted) {
        if (hits.has(wanted)) {
            for (int i = 0; i < hits.markCount(); i++) {
                if (hits.mark(i) == wanted) {
                    String text = hits.markText(i);
                    int quote = hits.markPosition(i) - 1;
                    String value =
                            QuotedValue.holdsJson(text, quote) ? "" : QuotedValue.read(text, quote, text.length(), MAX);
                    if (!value.isEmpty()) {
                        return value;
                    }
                }
            }
        }
        return "";
    }

    private static String ofText(EvidenceFacts facts) {
        String fallback = "";
        List<EvidenceFacts.Part> parts = facts.parts();
        for (int p = parts.size() - 1; p >= 0; p--) {
            String text = parts.get(p).text();
            int limit = Math.min(text.length(), PhraseMatcher.WINDOW);
            for (int start = 0; start < limit; ) {
                int end = text.indexOf('\n', start);
                end = end < 0 ? text.length() : end;
                boolean error = startsLikeError(text, start);
                if (error || fallback.isEmpty()) {
                    String line = OneLine.oneLine(text, start, Math.min(end, start + 4 * MAX), MAX);
                    fallback = line.equals("null") ? fallback : line;
                    if (error || (facts.form() != Evidence.Form.PROCESS && !fallback.isEmpty())) {
                        return fallback;
                    }
                }
                start = end + 1;
            }
        }
        return fallback.isEmpty() ? envelope(facts) : fallback;
    }

    private static boolean startsLikeError(String text, int at) {
        if (at >= text.length() || ERROR_INITIALS.indexOf(text.charAt(at)) < 0) {
            return false;
        }
        for (String start : ERROR_STARTS) {
            if (text.regionMatches(true, at, start, 0, start.length())) {
                return true;
            }
        }
        return false;
    }

    private static String envelope(EvidenceFacts facts) {
        if (facts.form() == Evidence.Form.PROCESS) {
            String how = facts.signal().isEmpty() ? "exit code " + facts.exit() : facts.signal();
            return OneLine.oneLine(facts.command(), 0, facts.command().length(), 80) + " ended with " + how;
        }
        if (facts.status() > 0) {
            return "HTTP " + facts.status() + " without a message";
        }
        return facts.hints().isEmpty() ? "no message" : facts.hints().getFirst().text();
    }
}
