package dev.mulligan.store.report;

import dev.mulligan.escalate.Usage;

/** Makes a tally by the names of its parts; what is not said is 0. For one thread. */
final class TallyBuilder {

    private long requests;
    private long failures;
    private long failedAttempts;
    private long retried;
    private long retries;
    private long clientRetries;
    private long durationMs;
    private long costMicros;
    private long wastedMicros;
    private Usage usage = Usage.NONE;
    private long recovered;
    private long lost;
    private long refused;
    private long recoveryMs;
    private long rescuedMicros;
    private long unpriced;

    /** One request or attempt that ended. */
    TallyBuilder one(boolean success, long millis) {
        requests = 1;
        failures = success ? 0 : 1;
        durationMs = millis;
        return this;
    }

    /** How many calls to a provider, or attempts, failed on the way. */
    TallyBuilder failedAttempts(long count) {
        failedAttempts = count;
        return this;
    }

    /** {@code count}: attempts after the first; {@code ofClient}: how often the client had sent it before. */
    TallyBuilder retries(long count, long ofClient) {
        retried = count > 0 ? 1 : 0;
        retries = count;
        clientRetries = ofClient;
        return this;
    }

    /** Tokens that cost nothing are those of a model without a price. */
    TallyBuilder spent(Usage tokens, long micros, long ofTheseWasted) {
        usage = tokens;
        costMicros = micros;
        wastedMicros = ofTheseWasted;
        unpriced = tokens.prompt() + tokens.output() > 0 && micros == 0 ? 1 : 0;
        return this;
    }

    /** Something that failed at least once; {@code millis}: from the first failure to the success, if there was one. */
    TallyBuilder ended(RecoveryOutcome outcome, long millis) {
        switch (outcome) {
            case RECOVERED -> recovered = 1;
            case LOST -> lost = 1;
            case REFUSED -> refused = 1;
        }
        recoveryMs = millis;
        return this;
    }

    /** What an answer cost that came only after a failure. */
    TallyBuilder rescued(long micros) {
        rescuedMicros = micros;
        return this;
    }

    ReportTally tally() {
        return new ReportTally(
                requests,
                failures,
                retried,
                retries,
                clientRetries,
                durationMs,
                costMicros,
                wastedMicros,
                usage.input(),
                usage.output(),
                usage.cacheRead(),
                usage.cacheWrite(),
                failedAttempts,
                recovered,
                lost,
                refused,
                recoveryMs,
                rescuedMicros,
                unpriced);
    }
}
