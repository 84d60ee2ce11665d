package dev.mulligan.failure.facts;

import java.util.List;

/** Finds the HTTP status that a message mentions, when the evidence carries none. */
final class StatusInText {
    private static final int MAX_LOOK = 16 * 1024;
    private static final int CONTEXT = 14;
    private static final List<String> BEFORE =
            List.of("status", "code", "http", "error", "rejected (", "returned", "response", "failed (", "got ");
    private static final List<String> AFTER = List.of(
            "bad request",
            "unauthorized",
            "payment required",
            "forbidden",
            "not found",
            "request timeout",
            "too many requests",
            "internal server error",
            "bad gateway",
            "service unavailable",
            "gateway time",
            "server error",
            "client error",
            "{",
            "status code");

    private StatusInText() {}

    static int find(List<EvidenceFacts.Part> parts) {
        for (EvidenceFacts.Part part : parts) {
            int status = find(part.text());
            if (status > 0) {
                return status;
            }
        }
        return EvidenceFacts.NONE;
    }

    private static int find(String text) {
        int limit = Math.min(text.length(), MAX_LOOK) - 2;
        int i = 0;
        while (i < limit) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                i++;
                continue;
            }
            int end = i + 1;
            while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
                end++;
            }
            if (end - i == 3
                    && (c == '4' || c == '5')
                    && isDigit(text, i + 1)
                    && isDigit(text, i + 2)
                    && inContext(text, i, end)) {
                return Integer.parseInt(text.substring(i, end));
            }
            i = end + 1;
        }
        return EvidenceFacts.NONE;
    }

    private static boolean isDigit(String text, int at) {
        return text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static boolean inContext(String text, int at, int end) {
        char previous = at == 0 ? ' ' : text.charAt(at - 1);
        if (previous == '.' || previous == '-' || previous == '$' || previous == '#' || previous == '_') {
            return false;
        }
        // The name of a hash or a type ends in digits, too: sha512.
        if (Character.isLetter(previous) && !text.regionMatches(true, Math.max(0, at - 4), "http", 0, 4)) {
            return false;
        }
        for (int i = at - 1; ; i--) {
            if (i < 0) {
                return end == text.length() || !isUnit(text, end);
            }
            if (" \t\r\n\"'[(".indexOf(text.charAt(i)) < 0) {
                break;
            }
        }
        for (String word : AFTER) {
            if (end + 1 < text.length() && text.regionMatches(true, end + 1, word, 0, word.length())) {
                return true;
            }
        }
        int from = Math.max(0, at - CONTEXT);
        for (String word : BEFORE) {
            for (int i = at - word.length(); i >= from; i--) {
                if (text.regionMatches(true, i, word, 0, word.length())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isUnit(String text, int end) {
        String after = text.substring(end, Math.min(text.length(), end + 8)).strip();
        return after.startsWith("token")
                || after.startsWith("byte")
                || after.startsWith("ms")
                || after.startsWith("test");
    }
}
