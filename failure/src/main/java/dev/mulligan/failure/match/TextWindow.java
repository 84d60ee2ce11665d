package dev.mulligan.failure.match;

/** Bounds what is looked at. */
public final class TextWindow {
    private TextWindow() {}

    public static String headAndTail(String text) {
        if (text.length() <= 2 * PhraseMatcher.WINDOW) {
            return text;
        }
        return text.substring(0, PhraseMatcher.WINDOW) + "\n" + text.substring(text.length() - PhraseMatcher.WINDOW);
    }
}
