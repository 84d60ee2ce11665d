package dev.mulligan.policy;

/**
 * A text that makes a failure worth retrying although its type is not, as step types need ("test failed", "ECONNRESET").
 *
 * @param text looked for without regard to case
 * @param maxAttempts a smaller limit for failures with this text; a package mirror's 404 is tried once more, not forever
 */
public record TextRule(String text, int maxAttempts) {

    public TextRule {
        PolicyChecks.when(text.isBlank(), "retryText", text, "is empty and would match everything");
        PolicyChecks.when(maxAttempts < 1, "retryText", text, "needs at least one attempt");
    }

    /** Retried as often as the policy allows. */
    public static TextRule of(String text) {
        return new TextRule(text, Integer.MAX_VALUE);
    }

    boolean matches(String message) {
        return TextMatches.containsIgnoringCase(message, text);
    }
}
