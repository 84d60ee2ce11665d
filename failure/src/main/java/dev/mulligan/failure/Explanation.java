package dev.mulligan.failure;

import java.util.List;

/**
 * Why the classifier said what it said.
 *
 * @param verdict the answer
 * @param matches the phrases of the deciding rule that were found
 * @param delaySource where the stated delay was read, or empty
 * @param notes adjustments after the rule, in order
 */
public record Explanation(Verdict verdict, List<Match> matches, String delaySource, List<String> notes) {

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
