package dev.mulligan.store.lab;

/**
 * What a policy is expected to do with a history of failures.
 *
 * @param cases operations that failed at least once
 * @param recovery share of them that end well
 * @param attempts and {@code waitMs}: a case on average; {@code costMicros} likewise, each further attempt
 *     at the price of the recorded ones of its case
 * @param guessed share of cases whose end was never observed, because nobody tried that often: estimated from cases that
 *     were tried on after the same kind of failure
 */
public record Prediction(
        String policy,
        int cases,
        Interval recovery,
        Interval attempts,
        Interval waitMs,
        Interval costMicros,
        double guessed) {}
