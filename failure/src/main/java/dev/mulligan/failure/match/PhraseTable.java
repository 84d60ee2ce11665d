package dev.mulligan.failure.match;

/**
 * What each phrase, by its number, stands for. Read only; the arrays are not copied, because every scan reads them.
 *
 * @param rules how many rules there are
 * @param slots how many parts of phrases a scan must remember
 */
public record PhraseTable(int[][] rulesOfPhrase, TextMark[][] marksOfPhrase, int rules, int slots) {

    int phraseWords() {
        return (rulesOfPhrase.length >> 6) + 1;
    }

    int ruleWords() {
        return (rules >> 6) + 1;
    }

    int[] rulesOf(int phrase) {
        return rulesOfPhrase[phrase];
    }

    TextMark[] marksOf(int phrase) {
        return marksOfPhrase[phrase];
    }
}
