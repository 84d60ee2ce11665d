package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;

/** A service of one's own has words of its own for "come back later". */
public final class OwnRules {

    public static void main(String[] args) {
        var classifier = Classifier.withRules(
                List.of(Rule.containing("our-queue", FailureType.OVERLOADED, "the kitchen is closed")
                        .thenRetry(true)));
        var executor = new RetryExecutor(RetryExecutor.Setup.standard().reader(classifier::classify));
        var model = new FlakyModel("the kitchen is closed");

        String answer = Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)))
                .on(executor)
                .run(attempt -> model.ask("soup"));

        System.out.println(answer + ", at call " + model.calls());
    }

    private OwnRules() {}
}
