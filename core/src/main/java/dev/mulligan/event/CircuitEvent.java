package dev.mulligan.event;

import java.time.Instant;

/** A circuit breaker changed its mind about an upstream. */
public sealed interface CircuitEvent extends Event {

    /** Which upstream and model. */
    String scope();

    record CircuitOpened(String scope, int failures, int calls, Instant probeAt) implements CircuitEvent {}

    record CircuitClosed(String scope) implements CircuitEvent {}
}
