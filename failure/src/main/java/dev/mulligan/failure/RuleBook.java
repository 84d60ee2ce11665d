package dev.mulligan.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled rules: in the order of the file, most specific first. */
final class RuleBook {
    private static final Mark[] NO_MARKS = {};

    private final List<BookRule> rules;
    private final List<BookRule> envelopeRules;
    private final PhraseMatcher matcher;
    private final int[][] rulesOfPhrase;
    private final Mark[][] marksOfPhrase;

    RuleBook(List<BookRule> rules, List<List<Mark>> marksOfPhrase, PhraseMatcher matcher) {
        this.rules = List.copyOf(rules);
        this.matcher = matcher;
        List<BookRule> envelopes = new ArrayList<>();
        List<List<Integer>> users = new ArrayList<>();
        int phrases = matcher.phrases().size();
        for (int phrase = 0; phrase < phrases; phrase++) {
            users.add(new ArrayList<>(2));
        }
        for (int rule = 0; rule < this.rules.size(); rule++) {
            Wording wording = this.rules.get(rule).wording();
            wording.register(rule, users);
            if (wording.asksForNothing()) {
                envelopes.add(this.rules.get(rule));
            }
        }
        this.envelopeRules = List.copyOf(envelopes);
        this.marksOfPhrase = new Mark[phrases][];
        this.rulesOfPhrase = new int[phrases][];
        for (int phrase = 0; phrase < phrases; phrase++) {
            boolean marked = phrase < marksOfPhrase.size();
            this.marksOfPhrase[phrase] = marked ? marksOfPhrase.get(phrase).toArray(NO_MARKS) : NO_MARKS;
            this.rulesOfPhrase[phrase] = Wording.array(users.get(phrase));
        }
    }

    int phraseWords() {
        return (rulesOfPhrase.length >> 6) + 1;
    }

    int ruleWords() {
        return (rules.size() >> 6) + 1;
    }

    int slots() {
        return matcher.slots();
    }

    int[] rulesOf(int phrase) {
        return rulesOfPhrase[phrase];
    }

    Mark[] marksOf(int phrase) {
        return marksOfPhrase[phrase];
    }

    List<String> phrases() {
        return matcher.phrases();
    }

    void scan(String text, Hits hits) {
        matcher.scan(text, hits);
    }

    /** The first rule whose phrases were found and whose conditions hold. */
    @Nullable
    BookRule firstFound(Facts facts, Hits hits, KnownStatus status, BookRule.Scope scope) {
        long[] candidates = hits.candidates();
        for (int word = 0; word < candidates.length; word++) {
            for (long left = candidates[word]; left != 0; left &= left - 1) {
                BookRule rule = rules.get((word << 6) + Long.numberOfTrailingZeros(left));
                if (rule.scope() == scope && rule.fits(facts, hits, status)) {
                    return rule;
                }
            }
        }
        return null;
    }

    /** The first rule that needs no phrase: status, exit code, signal, command. */
    @Nullable
    BookRule firstByEnvelope(Facts facts, Hits hits, KnownStatus status) {
        for (BookRule rule : envelopeRules) {
            if (rule.fits(facts, hits, status)) {
                return rule;
            }
        }
        return null;
    }
}
