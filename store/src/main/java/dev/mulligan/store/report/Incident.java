package dev.mulligan.store.report;

import java.time.Instant;

/**
 * Failures of one cause that came close together.
 *
 * @param id stays the same while the incident grows, so that a link to it keeps working
 * @param provider empty for steps of runs
 * @param ongoing whether the last failure is so new that more may follow
 */
public record Incident(
        String id,
        String layer,
        String provider,
        String failureType,
        Instant from,
        Instant to,
        long recovered,
        long lost,
        long refused,
        long sessions,
        long recoveryMs,
        long wastedMicros,
        boolean ongoing) {

    public long failures() {
        return recovered + lost + refused;
    }
}
