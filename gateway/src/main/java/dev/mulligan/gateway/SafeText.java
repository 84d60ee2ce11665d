package dev.mulligan.gateway;

import dev.mulligan.event.Secrets;

/**
 * Text that clients and providers chose, made fit for logs, metrics, spans, the store and a terminal: without secrets and
 * without control characters.
 */
public final class SafeText {

    private static final int LONGEST_NAME = 200;
    /** Another one in each process, so that nobody can try out which secret a name stands for. */
    private static final String SALT = TokenHash.freshToken();

    private SafeText() {}

    /**
     * The name of a model, a session or a project. One that looks like a secret gets another name: the same for the same
     * secret, so that sessions stay apart.
     */
    static String name(String given) {
        String shown = given.length() > LONGEST_NAME ? given.substring(0, LONGEST_NAME) : given;
        return Secrets.redact(given).equals(given)
                ? printable(shown).replace('\n', '?').replace('\t', '?')
                : "hidden-" + TokenHash.of(SALT + given).substring(0, 16);
    }

    /** A message. */
    public static String message(String given) {
        return printable(Secrets.redact(given));
    }

    /** Line ends and tabs stay; what a terminal would carry out, or show in another order than it stands, does not. */
    private static String printable(String text) {
        int at = 0;
        while (at < text.length() && !isControl(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text);
        for (; at < safe.length(); at++) {
            if (isControl(safe.charAt(at))) {
                safe.setCharAt(at, '?');
            }
        }
        return safe.toString();
    }

    private static boolean isControl(char c) {
        boolean terminal = (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7f && c <= 0x9f);
        boolean direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        return terminal || direction;
    }
}
