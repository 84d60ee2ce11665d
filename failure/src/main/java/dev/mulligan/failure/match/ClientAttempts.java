package dev.mulligan.failure.match;

/** Whether the client in the evidence has already retried for itself until it gave up. */
public enum ClientAttempts {
    LEFT,
    USED_UP;

    public static ClientAttempts in(PhraseHits hits) {
        return hits.has(TextMark.RETRIES_USED_UP) ? USED_UP : LEFT;
    }

    /** "10/10" or "10 of 10"; a lone "1/1" is a client told not to retry. */
    static boolean isLast(String text, int at) {
        int i = skip(text, at, " #:(");
        int first = i;
        i = digits(text, i);
        String done = text.substring(first, i);
        i = text.startsWith(" of ", i) ? i + 4 : skip(text, i, " /");
        int second = i;
        i = digits(text, i);
        return !done.isEmpty() && !done.equals("1") && done.equals(text.substring(second, i));
    }

    private static int skip(String text, int at, String chars) {
        int i = at;
        while (i < text.length() && i < at + 4 && chars.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i;
    }

    private static int digits(String text, int at) {
        int i = at;
        while (i < text.length() && i < at + 4 && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
