package dev.mulligan.failure.rule;

import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.facts.KnownStatus;
import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.PhraseMatcher;
import dev.mulligan.failure.match.PhraseTable;
import dev.mulligan.failure.match.TextMark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled rules: in the order of the file, most specific first. */
public final class RuleBook {
    private static final TextMark[] NO_MARKS = {};

    private final List<BookRule> rules;
    private final List<BookRule> envelopeRules;
    private final PhraseMatcher matcher;
    private final PhraseTable table;

    RuleBook(List<BookRule> rules, List<List<TextMark>> marksOfPhrase, PhraseMatcher matcher) {
        this.rules = List.copyOf(rules);
        this.matcher = matcher;
        List<BookRule> envelopes = new ArrayList<>();
        List<List<Integer>> users = new ArrayList<>();
        int phrases = matcher.phrases().size();
        for (int phrase = 0; phrase < phrases; phrase++) {
            users.add(new ArrayList<>(2));
        }
        for (int rule = 0; rule < this.rules.size(); rule++) {
            PhraseCondition wording = this.rules.get(rule).wording();
            wording.register(rule, users);
            if (wording.asksForNothing()) {
                envelopes.add(this.rules.get(rule));
            }
        }
        this.envelopeRules = List.copyOf(envelopes);
        TextMark[][] marksByPhrase = new TextMark[phrases][];
        int[][] rulesByPhrase = new int[phrases][];
        for (int phrase = 0; phrase < phrases; phrase++) {
            boolean marked = phrase < marksOfPhrase.size();
            marksByPhrase[phrase] = marked ? marksOfPhrase.get(phrase).toArray(NO_MARKS) : NO_MARKS;
            rulesByPhrase[phrase] = PhraseCondition.array(users.get(phrase));
        }
        this.table = new PhraseTable(rulesByPhrase, marksByPhrase, this.rules.size(), matcher.slots());
    }

    public PhraseTable table() {
        return table;
    }

    public List<String> phrases() {
        return matcher.phrases();
    }

    public void scan(String text, PhraseHits hits) {
        matcher.scan(text, hits);
    }

    /** The first rule whose phrases were found and whose conditions hold. */
    @Nullable
    public BookRule firstFound(EvidenceFacts facts, PhraseHits hits, KnownStatus status, BookRule.Scope scope) {
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
    public BookRule firstByEnvelope(EvidenceFacts facts, PhraseHits hits, KnownStatus status) {
        for (BookRule rule : envelopeRules) {
            if (rule.fits(facts, hits, status)) {
                return rule;
            }
        }
        return null;
    }
}
