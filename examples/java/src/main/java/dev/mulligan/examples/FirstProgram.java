package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;

/** A call that fails twice for reasons that pass, and succeeds the third time. */
public final class FirstProgram {

    public static void main(String[] args) {
        // tag::all[]
        var model = new FlakyModel("529 Overloaded", "Connection reset by peer");
        var recovery =
                Recovery.of(RetryPolicy.exponential(Duration.ofMillis(10)).maxAttempts(4));

        String answer = recovery.run(attempt -> model.ask("Why is the sky blue?"));

        System.out.println(answer + ", at call " + model.calls());
        // end::all[]
    }

    private FirstProgram() {}
}
