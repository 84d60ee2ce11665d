package dev.mulligan.failure;

import java.util.List;

/**
 * Why the classifier said what it said.
 *
 * @param verdict the answer
 * @param matches the phrases of the deciding rule that were found
 * @param typeBy the evidence that named the type: {@code body}, {@code header}, {@code status 409}, …
 * @param retryBy what decided whether a retry is worth it; empty for a success
 * @param delaySource where the stated delay was read, or empty
 * @param notes adjustments after the rule, in order
 */
public record VerdictExplanation(
        Verdict verdict, List<Match> matches, String typeBy, String retryBy, String delaySource, List<String> notes) {

    /**
     * A phrase that was found.
     *
     * @param part where it was found: {@code body}, {@code events}, {@code text}, {@code class}, {@code headers},
     *     {@code stdout}, {@code stderr}, {@code status}, {@code exit}
     * @param phrase the phrase, as the rule has it
     * @param excerpt the text around it
     */
    public record Match(String part, String phrase, String excerpt) {}
}
