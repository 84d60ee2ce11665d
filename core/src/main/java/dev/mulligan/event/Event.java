package dev.mulligan.event;

/**
 * One fact, as an immutable record. The library emits {@link RetryEvent} and {@link CircuitEvent}; programs around it may
 * have events of their own. Traces, screens, analytics and resume are folds over these.
 */
public interface Event {

    /** The name in traces: the record's own. */
    default String type() {
        return getClass().getSimpleName();
    }
}
