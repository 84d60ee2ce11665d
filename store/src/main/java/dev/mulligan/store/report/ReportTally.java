package dev.mulligan.store.report;

import java.util.List;

/**
 * Sums of requests, or of attempts of steps.
 *
 * @param requests finished requests, or finished attempts
 * @param failures requests without an answer, or failed attempts
 * @param retried requests that were tried more than once; {@code retries}: how often
 * @param failedAttempts calls to a provider that failed, or failed attempts
 * @param recovered requests or operations that failed and then worked
 * @param lost requests or operations that failed to the end although another attempt might have helped
 * @param refused those that no other attempt could help: a wrong request, a wrong key, a cancelled one
 * @param recoveryMs from the first failure to the success, of the recovered ones
 * @param rescuedMicros what the answers cost that came only after a failure
 * @param unpriced requests or attempts that used tokens of a model without a price
 */
public record ReportTally(
        long requests,
        long failures,
        long retried,
        long retries,
        long clientRetries,
        long durationMs,
        long costMicros,
        long wastedMicros,
        long input,
        long output,
        long cacheRead,
        long cacheWrite,
        long failedAttempts,
        long recovered,
        long lost,
        long refused,
        long recoveryMs,
        long rescuedMicros,
        long unpriced) {

    /** Their columns in the store, in this order. */
    static final List<String> COLUMNS = List.of(
            "requests",
            "failures",
            "retried",
            "retries",
            "client_retries",
            "duration_ms",
            "cost_micros",
            "wasted_micros",
            "input",
            "output",
            "cache_read",
            "cache_write",
            "failed_attempts",
            "recovered",
            "lost",
            "refused",
            "recovery_ms",
            "rescued_micros",
            "unpriced");

    public static final ReportTally NONE = of(new long[COLUMNS.size()]);

    /** From the sums in the order of {@link #COLUMNS}. */
    public static ReportTally of(long[] sums) {
        return new ReportTally(sums);
    }

    private ReportTally(long[] sums) {
        this(
                sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8], sums[9], sums[10],
                sums[11], sums[12], sums[13], sums[14], sums[15], sums[16], sums[17], sums[18]);
    }

    public long[] sums() {
        return new long[] {
            requests,
            failures,
            retried,
            retries,
            clientRetries,
            durationMs,
            costMicros,
            wastedMicros,
            input,
            output,
            cacheRead,
            cacheWrite,
            failedAttempts,
            recovered,
            lost,
            refused,
            recoveryMs,
            rescuedMicros,
            unpriced
        };
    }

    public ReportTally plus(ReportTally other) {
        long[] sums = sums();
        long[] more = other.sums();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += more[i];
        }
        return of(sums);
    }

    /** Failures of all requests; 0 when there were none. */
    public double failureRate() {
        return requests == 0 ? 0 : (double) failures / requests;
    }

    /** Requests or operations that failed at least once, however they ended. */
    public long troubled() {
        return recovered + lost + refused;
    }
}
