package dev.mulligan.store.report;

/** Sums of requests. */
public record Tally(
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
        long cacheWrite) {

    public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Tally plus(Tally other) {
        return new Tally(
                requests + other.requests,
                failures + other.failures,
                retried + other.retried,
                retries + other.retries,
                clientRetries + other.clientRetries,
                durationMs + other.durationMs,
                costMicros + other.costMicros,
                wastedMicros + other.wastedMicros,
                input + other.input,
                output + other.output,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite);
    }

    /** Failures of all requests; 0 when there were none. */
    public double failureRate() {
        return requests == 0 ? 0 : (double) failures / requests;
    }
}
