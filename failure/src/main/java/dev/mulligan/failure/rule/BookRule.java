package dev.mulligan.failure.rule;

import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.facts.KnownStatus;
import dev.mulligan.failure.match.PhraseHits;

/** One rule of the shipped book. A rule whose wording asks for nothing looks at the envelope only. */
public record BookRule(Cause cause, Scope scope, PhraseCondition wording, Envelope envelope) {

    /** When a rule is asked. */
    public enum Scope {
        /** About a failure, by its cause. */
        CAUSE,
        /** About a 2xx answer without an error object, where error phrases do not count. */
        ANSWER,
        /** About a failure, by words that often only wrap a better cause. */
        WRAPPER
    }

    boolean fits(EvidenceFacts facts, PhraseHits hits, KnownStatus status) {
        return envelope.fits(facts, status) && wording.fits(hits);
    }

    /** The numbers of the phrases that speak for it. */
    public int[] wantedPhrases() {
        return wording.wanted();
    }
}
