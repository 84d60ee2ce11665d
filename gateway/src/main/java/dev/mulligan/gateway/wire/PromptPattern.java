package dev.mulligan.gateway.wire;

import dev.mulligan.record.learn.TextPattern;
import java.util.Optional;

/** The words a conversation starts with, as a template: which kinds of prompts fail more often than others. */
final class PromptPattern {

    private static final int SOON = 400;
    /** As long as a pattern gets. */
    private static final int FULL = 120;

    private PromptPattern() {}

    /** {@code message}: the first message of a request as JSON, or the beginning of it. */
    static Optional<String> pattern(String message) {
        int at = message.startsWith("\"")
                ? 1
                : textAfter(message, "\"text\"")
                        .orElseGet(() -> textAfter(message, "\"content\"").orElse(-1));
        if (at < 0) {
            return Optional.empty();
        }
        // Most patterns are full after a few lines, and this is done for every request.
        String soon = unescaped(message, at, SOON);
        String early = TextPattern.ofPrompt(soon);
        boolean full = soon.length() < SOON || early.length() >= FULL;
        String pattern = full ? early : TextPattern.ofPrompt(unescaped(message, at, message.length()));
        return pattern.isBlank() ? Optional.empty() : Optional.of(pattern);
    }

    private static Optional<Integer> textAfter(String message, String name) {
        int at = message.indexOf(name);
        while (at >= 0) {
            int value = skipSpace(message, at + name.length());
            if (value < message.length() && message.charAt(value) == ':') {
                value = skipSpace(message, value + 1);
                if (value < message.length() && message.charAt(value) == '"') {
                    return Optional.of(value + 1);
                }
            }
            at = message.indexOf(name, at + 1);
        }
        return Optional.empty();
    }

    private static int skipSpace(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static String unescaped(String text, int from, int most) {
        StringBuilder out = new StringBuilder();
        for (int i = from; i < text.length() && out.length() < most && text.charAt(i) != '"'; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                char escaped = text.charAt(i);
                out.append(
                        switch (escaped) {
                            case 'n', 't', 'r' -> ' ';
                            default -> escaped;
                        });
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
