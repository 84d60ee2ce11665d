package dev.mulligan.gateway.guard;

import dev.mulligan.Attempt;
import dev.mulligan.failure.Failure;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.CircuitBreaker;
import dev.mulligan.guard.Guard;
import java.time.Duration;

/** A circuit breaker whose callers wait while it is open, as long as their deadline lets them: agents give up early. */
final class WaitingCircuitBreaker implements Guard {

    /** An outage, not a bad hour: with a third of all calls failing it must stay closed. */
    static final CircuitBreaker.Settings SETTINGS = new CircuitBreaker.Settings(40, 20, 0.9, Duration.ofSeconds(5));

    private static final Duration WHILE_PROBED = Duration.ofMillis(250);

    private final CircuitBreaker breaker;

    WaitingCircuitBreaker(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    CircuitBreaker.State state() {
        return breaker.state();
    }

    void openedElsewhere(Duration left) {
        breaker.openedElsewhere(left);
    }

    void closedElsewhere() {
        breaker.closedElsewhere();
    }

    @Override
    public String name() {
        return breaker.name();
    }

    @Override
    public Admission admit(Attempt attempt) {
        return breaker.admit(attempt) instanceof Admission.Refused refused
                ? new Admission.Later(refused.retryAfter().orElse(WHILE_PROBED), refused.why())
                : Admission.GRANTED;
    }

    @Override
    public void succeeded(Attempt attempt) {
        breaker.succeeded(attempt);
    }

    @Override
    public void failed(Attempt attempt, Failure failure) {
        breaker.failed(attempt, failure);
    }

    @Override
    public void abandoned(Attempt attempt) {
        breaker.abandoned(attempt);
    }
}
