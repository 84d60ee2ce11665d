package dev.mulligan.store.report;

import dev.mulligan.store.trace.Recorded;
import java.time.Instant;

/** A request or an operation of a step that failed at least once, at its end. */
public record TroubledRow(
        String runId,
        long seq,
        Instant at,
        RecoveryOutcome outcome,
        Subject subject,
        LastFailure lastFailure,
        Price price) {

    /**
     * What failed; empty text means that it has none.
     *
     * @param layer {@code provider} (requests through the gateway) or {@code attempt} (attempts of steps and commands)
     * @param operationId the request's id, or the operation of the step ({@code step/…})
     */
    public record Subject(
            String layer,
            String provider,
            String project,
            String model,
            String stage,
            String session,
            String operationId) {}

    /** {@code status}: of the answer the client got; 0 where there was none. */
    public record LastFailure(String type, int status, String message) {}

    /** What the failures took, and everything spent. */
    public record Price(long failedAttempts, long recoveryMs, long costMicros, long wastedMicros) {}

    /** With the position of the event that ended it. */
    static TroubledRow at(
            Recorded end, RecoveryOutcome outcome, Subject subject, LastFailure lastFailure, Price price) {
        return new TroubledRow(end.runId(), end.seq(), end.at(), outcome, subject, lastFailure, price);
    }
}
