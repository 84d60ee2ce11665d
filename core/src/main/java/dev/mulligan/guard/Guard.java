package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.failure.Failure;

/**
 * Protects something shared. For every attempt it admitted, exactly one of {@link #succeeded}, {@link #failed} and
 * {@link #abandoned} is called.
 */
public interface Guard {

    /** Named in the event when it refuses. */
    String name();

    /** Asked before every attempt, the first included. */
    default Admission admit(Attempt attempt) {
        return Admission.GRANTED;
    }

    /** Asked before a retry is scheduled, after the policy wanted it. */
    default Admission admitRetry(Attempt next, Failure failure) {
        return Admission.GRANTED;
    }

    default void succeeded(Attempt attempt) {}

    default void failed(Attempt attempt, Failure failure) {}

    /** Cancelled, or refused by another guard after this one admitted it. */
    default void abandoned(Attempt attempt) {}
}
