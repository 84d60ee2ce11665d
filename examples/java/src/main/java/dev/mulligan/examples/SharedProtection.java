package dev.mulligan.examples;

import dev.mulligan.CircuitBreakerRetryExecutor;
import dev.mulligan.Outcome;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.guard.CircuitBreaker;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** An upstream that is down is not called any more, and is asked again after a while. */
public final class SharedProtection {

    public static void main(String[] args) {
        var time = new ManualTime();
        var breaker = new CircuitBreaker("api.example.com", CircuitBreaker.Settings.STANDARD, time, event -> {
            System.out.println(event.type());
        });
        var executor = new CircuitBreakerRetryExecutor(
                RetryExecutor.Setup.standard().time(time).guardedOnlyBy(new RetryBudget(time)), breaker);
        var recovery =
                Recovery.of(RetryPolicy.fixed(Duration.ZERO).maxAttempts(1)).on(executor);
        var calls = new AtomicInteger();

        for (int i = 0; i < 100; i++) {
            recovery.attempt(attempt -> {
                calls.incrementAndGet();
                throw new IOException("503 Service Unavailable");
            });
        }
        System.out.println("100 requests, fewer calls: " + (calls.get() < 50) + ", " + executor.circuitState());

        time.advance(Duration.ofMinutes(1));
        Outcome<String> later = recovery.attempt(attempt -> "well again");
        System.out.println(later instanceof Outcome.Success<String> ? executor.circuitState() : later);
    }

    private SharedProtection() {}
}
