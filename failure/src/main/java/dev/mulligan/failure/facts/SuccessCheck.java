package dev.mulligan.failure.facts;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.PhraseMatcher;
import dev.mulligan.failure.match.TextMark;
import org.jspecify.annotations.Nullable;

/** Whether the operation failed at all, before anybody asks why. */
public final class SuccessCheck {
    /** What stands in the way of calling a 2xx answer a success. */
    public enum Doubt {
        NONE,
        SAYS_ERROR,
        HTML,
        EMPTY,
        CUT_OFF,
        SAYS_NOTHING
    }

    private SuccessCheck() {}

    /** The reason why a process counts as a success, or null; looks at the end of the process only. */
    public static @Nullable String ofProcess(EvidenceFacts facts) {
        if (facts.signal().equals("SIGPIPE")
                || (facts.exit() == 141 && facts.signal().isEmpty())) {
            return "exit.pipe";
        }
        boolean clean = facts.exit() == 0 && facts.signal().isEmpty();
        return clean && !endsWithAgentError(facts) ? "exit.zero" : null;
    }

    /** Agents may exit 0 and still say in their last event that the run is an error. */
    private static boolean endsWithAgentError(EvidenceFacts facts) {
        for (EvidenceFacts.Part part : facts.parts()) {
            String text = part.text();
            int end = text.length();
            while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
                end--;
            }
            int start = Math.max(text.lastIndexOf('\n', Math.max(0, end - 1)) + 1, end - PhraseMatcher.WINDOW);
            if (text.startsWith("{", start)) {
                String line = text.substring(start, end);
                if (FinalEvent.saysError(line)) {
                    return true;
                }
            }
        }
        return false;
    }

    public static Doubt ofAnswer(EvidenceFacts facts, PhraseHits hits) {
        if (hits.has(TextMark.ERROR_OBJECT)) {
            return Doubt.SAYS_ERROR;
        }
        String text = facts.parts().getFirst().text();
        int start = firstVisible(text);
        if (start == text.length()) {
            return facts.form() == Evidence.Form.STREAM ? Doubt.CUT_OFF : ofNothing(facts.status());
        }
        if (facts.form() == Evidence.Form.STREAM) {
            return ofStream(hits);
        }
        if (text.startsWith("<", start)) {
            return isHtml(text, start) ? Doubt.HTML : Doubt.NONE;
        }
        boolean json = text.startsWith("{", start) || text.startsWith("[", start);
        if (!json) {
            return Doubt.NONE;
        }
        char last = text.charAt(lastVisible(text));
        if (last != '}' && last != ']') {
            return Doubt.CUT_OFF;
        }
        boolean nothing = saysNothing(hits) || (hits.has(TextMark.EMPTY_CONTENT) && !hits.has(TextMark.QUOTED));
        return nothing ? Doubt.SAYS_NOTHING : Doubt.NONE;
    }

    /** Some statuses mean that nothing more is to be said. */
    private static Doubt ofNothing(int status) {
        return status == 201 || status == 202 || status == 204 ? Doubt.NONE : Doubt.EMPTY;
    }

    private static Doubt ofStream(PhraseHits hits) {
        if (!hits.has(TextMark.STREAM_END)) {
            return Doubt.CUT_OFF;
        }
        return saysNothing(hits) ? Doubt.SAYS_NOTHING : Doubt.NONE;
    }

    private static boolean saysNothing(PhraseHits hits) {
        return hits.has(TextMark.EMPTY_OUTPUT) && !hits.has(TextMark.QUOTED);
    }

    private static boolean isHtml(String text, int start) {
        return text.regionMatches(true, start, "<!doctype html", 0, 14)
                || text.regionMatches(true, start, "<html", 0, 5);
    }

    private static int firstVisible(String text) {
        int i = 0;
        while (i < text.length() && (text.charAt(i) <= ' ' || text.charAt(i) == '\ufeff')) {
            i++;
        }
        return i;
    }

    private static int lastVisible(String text) {
        int i = text.length() - 1;
        while (i > 0 && text.charAt(i) <= ' ') {
            i--;
        }
        return i;
    }
}
