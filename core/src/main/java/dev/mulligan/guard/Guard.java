package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.failure.Failure;

/**
 * Protects something shared. For every attempt it admitted, exactly one of {@link #succeeded}, {@link #failed} and
 * {@link #abandoned} is called. Must be safe for many threads: one guard is asked by all who share it.
 *
 * <pre>{@code
 * class BusinessHours implements Guard {
 *     public String name() {
 *         return "business hours";
 *     }
 *
 *     public Admission admit(Attempt attempt) {
 *         return isOpen() ? Admission.GRANTED : new Admission.Refused(GiveUpReason.DECLINED, "we are closed");
 *     }
 * }
 * }</pre>
 *
 * A guard that throws from {@link #admit} or {@link #admitRetry} ends the operation with that exception; what it throws
 * when it is told how an attempt ended is logged and changes nothing.
 */
public interface Guard {

    /** Named in the event when it refuses. */
    String name();

    /** Asked before every attempt, the first included. */
    default Admission admit(Attempt attempt) {
        return Admission.GRANTED;
    }

    /**
     * Asked instead of {@link #admit} when a person wants this attempt at once. A guard that only makes callers wait lets
     * it pass; one that protects something scarce asks itself as always.
     */
    default Admission admitNow(Attempt attempt) {
        return admit(attempt);
    }

    /** Asked before a retry is scheduled, after the policy wanted it. */
    default Admission admitRetry(Attempt next, Failure failure) {
        return Admission.GRANTED;
    }

    /** The attempt returned a result that counts. */
    default void succeeded(Attempt attempt) {}

    /** The attempt failed in this way. */
    default void failed(Attempt attempt, Failure failure) {}

    /** Cancelled, or refused by another guard after this one admitted it. */
    default void abandoned(Attempt attempt) {}
}
