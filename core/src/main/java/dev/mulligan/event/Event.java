package dev.mulligan.event;

/** One fact. Traces, screens, analytics and resume are folds over these. */
public sealed interface Event permits RetryEvent, CircuitEvent {

    /** The name in traces: the record's own. */
    default String type() {
        return getClass().getSimpleName();
    }
}
