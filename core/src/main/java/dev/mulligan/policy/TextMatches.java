package dev.mulligan.policy;

final class TextMatches {

    private TextMatches() {}

    static boolean containsIgnoringCase(String text, String part) {
        int last = text.length() - part.length();
        for (int at = 0; at <= last; at++) {
            if (text.regionMatches(true, at, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }
}
