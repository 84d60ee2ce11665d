package dev.mulligan.failure;

/** Bounds what is looked at. */
final class Windows {
    private Windows() {}

    static String headAndTail(String text) {
        if (text.length() <= 2 * PhraseMatcher.WINDOW) {
            return text;
        }
        return text.substring(0, PhraseMatcher.WINDOW) + "\n" + text.substring(text.length() - PhraseMatcher.WINDOW);
    }
}
