package dev.mulligan.failure.match;

/** What each phrase, by its number, stands for. Read only; the arrays are not copied, because every scan reads them. */
public final class PhraseTable {

    private final int[][] rulesOfPhrase;
    private final TextMark[][] marksOfPhrase;
    private final int rules;
    private final int slots;

    /**
     * A table of these phrases.
     *
     * @param rules how many rules there are
     * @param slots how many parts of phrases a scan must remember
     */
    public PhraseTable(int[][] rulesOfPhrase, TextMark[][] marksOfPhrase, int rules, int slots) {
        this.rulesOfPhrase = rulesOfPhrase;
        this.marksOfPhrase = marksOfPhrase;
        this.rules = rules;
        this.slots = slots;
    }

    int slots() {
        return slots;
    }

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
