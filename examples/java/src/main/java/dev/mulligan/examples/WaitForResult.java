package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A job that is asked for until it is done: a result can be a failure, too. */
public final class WaitForResult {

    public static void main(String[] args) {
        var asked = new AtomicInteger();
        String state = Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)).maxAttempts(10))
                .retryIfResult("running"::equals)
                .run(attempt -> asked.incrementAndGet() < 4 ? "running" : "done");

        System.out.println(state + " after " + asked + " questions");
    }

    private WaitForResult() {}
}
