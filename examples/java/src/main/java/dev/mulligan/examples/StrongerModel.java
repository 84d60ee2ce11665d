package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Models;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;

/** After two failures on one model the next stronger one is used. */
public final class StrongerModel {

    public static void main(String[] args) {
        Ladder ladder = Models.standard().ladderFor("claude-haiku-4-5");
        var recovery = Recovery.of(
                        RetryPolicy.fixed(Duration.ZERO).maxAttempts(6).escalateAfter(2))
                .escalating(ladder, "claude-haiku-4-5");

        String model = recovery.run(attempt -> {
            String name = attempt.model().orElseThrow();
            System.out.println("attempt " + attempt.number() + " on " + name);
            if (name.contains("haiku")) {
                throw new IOException("529 Overloaded");
            }
            return name;
        });

        System.out.println("done by a stronger model: " + !model.contains("haiku"));
    }

    private StrongerModel() {}
}
