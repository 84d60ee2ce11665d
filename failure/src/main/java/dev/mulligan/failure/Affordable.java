package dev.mulligan.failure;

/** "You requested up to 32000 tokens, but can only afford 27342": less output may be affordable now. */
final class Affordable {
    /** Fewer tokens than this do not finish any work. */
    private static final long WORTHWHILE = 1000;

    private Affordable() {}

    static boolean tooLittle(Hits hits) {
        for (int i = 0; i < hits.markCount(); i++) {
            if (hits.mark(i) == Mark.AFFORD) {
                String text = hits.markText(i);
                int at = Quoted.valueStart(text, hits.markPosition(i), text.length());
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
