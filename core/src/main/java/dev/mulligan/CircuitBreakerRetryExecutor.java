package dev.mulligan;

import dev.mulligan.guard.CircuitBreaker;

/** An executor that stops calling an upstream that is down. Made of the same parts as any extension would be. */
public final class CircuitBreakerRetryExecutor extends RetryExecutor {

    private final CircuitBreaker breaker;

    public CircuitBreakerRetryExecutor(Setup setup, CircuitBreaker breaker) {
        super(setup.guardedBy(breaker));
        this.breaker = breaker;
    }

    public CircuitBreaker.State circuitState() {
        return breaker.state();
    }
}
