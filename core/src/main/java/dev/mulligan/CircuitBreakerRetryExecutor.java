package dev.mulligan;

import dev.mulligan.guard.CircuitBreaker;

/** An executor that stops calling an upstream that is down. Made of the same parts as any extension would be. */
public final class CircuitBreakerRetryExecutor extends RetryExecutor {

    private final CircuitBreaker breaker;

    /** The breaker becomes the last of the setup's guards. Share one breaker among all executors that call one upstream. */
    public CircuitBreakerRetryExecutor(Setup setup, CircuitBreaker breaker) {
        super(setup.guardedBy(breaker));
        this.breaker = breaker;
    }

    /** What the breaker thinks of the upstream now. */
    public CircuitBreaker.State circuitState() {
        return breaker.state();
    }
}
