package dev.mulligan.record.learn;

import dev.mulligan.record.AdaptEvent.LearningRecorded;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one failure taught. {@code worked} is what the verifier saw working, never what an agent claims.
 *
 * @param id such as {@code lr-2026-01-31-001}
 * @param stage the kind of work: test, review, build, or a step type
 * @param signature the failure's stable identity
 * @param tried what was done about it, in order
 * @param category syntax, logic, architecture, integration or environment
 * @param hint how to keep it from happening again
 */
public record LearningRecord(
        String id,
        Instant at,
        String stage,
        String signature,
        String error,
        List<String> files,
        int attempts,
        List<String> tried,
        Optional<String> worked,
        String category,
        String hint) {

    public LearningRecord {
        files = List.copyOf(files);
        tried = List.copyOf(tried);
    }

    /** As it was recorded. */
    public static LearningRecord of(LearningRecorded event, Instant at) {
        return new LearningRecord(
                event.id(),
                at,
                event.stage(),
                event.signature(),
                event.error(),
                event.files(),
                event.attempts(),
                event.tried(),
                event.worked(),
                event.category(),
                event.hint());
    }
}
