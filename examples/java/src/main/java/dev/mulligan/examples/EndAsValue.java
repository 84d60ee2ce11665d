package dev.mulligan.examples;

import dev.mulligan.Outcome;
import dev.mulligan.Recovery;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;

/** A wrong key does not pass by itself: one call, and the end as a value instead of an exception. */
public final class EndAsValue {

    public static void main(String[] args) {
        var model = new FlakyModel("401 Unauthorized: invalid x-api-key", "never asked for");
        var recovery = Recovery.of(RetryPolicy.fixed(Duration.ofMillis(10)).maxAttempts(4));

        switch (recovery.attempt(attempt -> model.ask("hello"))) {
            case Outcome.Success<String>(String answer) -> System.out.println(answer);
            case Outcome.GaveUp<String> end ->
                System.out.println(
                        end.failure().type().label() + ": " + end.failure().bestAction() + ", calls: " + model.calls());
        }
    }

    private EndAsValue() {}
}
