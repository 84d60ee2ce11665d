package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;

/** The history of an operation is data: recorded, and handed back to go on where it stopped. */
public final class AfterACrash {

    public static void main(String[] args) {
        var model = new FlakyModel("529 Overloaded", "529 Overloaded");
        Episode recorded = Episode.EMPTY;
        try {
            Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)).maxAttempts(2)).run(attempt -> model.ask("hello"));
        } catch (GaveUpException e) {
            recorded = e.episode();
            System.out.println(recorded.failures() + " attempts failed: "
                    + e.failure().type().label());
        }

        Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)).maxAttempts(4))
                .resuming(recorded)
                .run(attempt -> {
                    System.out.println("goes on with attempt " + attempt.number());
                    return model.ask("hello");
                });
    }

    private AfterACrash() {}
}
