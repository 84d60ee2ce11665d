package dev.mulligan.attempt;

import java.util.Locale;

/** Why there is no further attempt. */
public enum GiveUpReason {
    /** All attempts the policy allows were made. */
    ATTEMPTS_EXHAUSTED,
    /** Another attempt would fail the same way. */
    NOT_RETRYABLE,
    /** The wait would pass the deadline. */
    DEADLINE,
    /** The far side states a longer wait than the policy allows. */
    LONG_WAIT,
    /** Output was seen or a side effect happened. */
    COMMITTED,
    /** A recovery inside this one has already used up its attempts on the same failure. */
    NESTED_EXHAUSTED,
    /** Too many retries for the share of calls that succeed. */
    RETRY_BUDGET,
    /** Money, calls or time of the budget are used up. */
    BUDGET,
    CIRCUIT_OPEN,
    BULKHEAD_FULL,
    /** There is no stronger model. */
    TOP_OF_LADDER,
    /** A person said no, or nobody answered. */
    DECLINED,
    CANCELLED,
    /** A guard of the user's own refused. */
    REFUSED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in JSON, files and events. */
    public String wireName() {
        return wireName;
    }
}
