package dev.mulligan.gateway.access;

import dev.mulligan.redact.Secrets;
import dev.mulligan.text.TerminalText;
import java.util.regex.Pattern;

/**
 * Text that clients and providers chose, made fit for logs, metrics, spans, the store and a terminal: without secrets and
 * without control characters.
 */
public final class SafeText {

    private static final Pattern SYSTEM_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");
    private static final int LONGEST_NAME = 200;
    /** Another one in each process, so that nobody can try out which secret a name stands for. */
    private static final String SALT = TokenHash.freshToken();

    private SafeText() {}

    /**
     * The name of a model, a session or a project. One that looks like a secret gets another name: the same for the same
     * secret, so that sessions stay apart.
     */
    public static String name(String given) {
        String shown = given.length() > LONGEST_NAME ? given.substring(0, LONGEST_NAME) : given;
        return Secrets.redact(given).equals(given)
                ? TerminalText.clean(shown).replace('\n', '?').replace('\t', '?')
                : "hidden-" + TokenHash.of(SALT + given).substring(0, 16);
    }

    /** What the operating system said, without which of its calls failed, and that call's number. */
    public static String ofSystem(String given) {
        return SYSTEM_CALL.matcher(given).replaceFirst("");
    }

    /** A message. */
    public static String message(String given) {
        return TerminalText.clean(Secrets.redact(given));
    }
}
