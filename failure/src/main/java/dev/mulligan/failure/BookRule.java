package dev.mulligan.failure;

/** One rule of the shipped book. A rule whose wording asks for nothing looks at the envelope only. */
record BookRule(Cause cause, Scope scope, Wording wording, Envelope envelope) {

    /** When a rule is asked. */
    enum Scope {
        /** About a failure, by its cause. */
        CAUSE,
        /** About a 2xx answer without an error object, where error phrases do not count. */
        ANSWER,
        /** About a failure, by words that often only wrap a better cause. */
        WRAPPER
    }

    boolean fits(Facts facts, Hits hits, KnownStatus status) {
        return envelope.fits(facts, status) && wording.fits(hits);
    }
}
