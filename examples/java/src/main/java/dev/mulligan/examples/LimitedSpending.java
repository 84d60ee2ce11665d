package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.Time;
import dev.mulligan.guard.Budget;
import dev.mulligan.guard.BudgetGuard;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;

/** Three attempts for everything together, whatever each policy allows. */
public final class LimitedSpending {

    public static void main(String[] args) {
        var budget = Budget.root("today", Budget.Limits.NONE.attempts(3), Time.system());
        var executor = new RetryExecutor(RetryExecutor.Setup.standard().guardedOnlyBy(new BudgetGuard(budget)));
        var recovery = Recovery.of(RetryPolicy.fixed(Duration.ofMillis(5)).maxAttempts(10))
                .on(executor);
        var model = new FlakyModel("529 Overloaded", "529 Overloaded", "529 Overloaded", "529 Overloaded");
        try {
            recovery.run(attempt -> model.ask("hello"));
        } catch (GaveUpException e) {
            System.out.println(e.reason() + " after " + model.calls() + " calls");
        }
    }

    private LimitedSpending() {}
}
