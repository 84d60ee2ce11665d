package dev.mulligan.orchestrator.plan;

import dev.mulligan.escalate.Money;
import dev.mulligan.guard.Budget;
import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;

/** Reads {@code budget: {cost: 5, attempts: 20, calls: 100, time: 30m}}. */
final class BudgetReader {

    private BudgetReader() {}

    static Budget.Limits read(YamlValue value) {
        Mapping budget = value.asMapping("budget");
        budget.allowOnly("cost", "attempts", "calls", "time");
        Budget.Limits limits = Budget.Limits.NONE;
        if (budget.text("cost").isPresent()) {
            limits = limits.money(money(budget));
        }
        if (budget.text("attempts").isPresent()) {
            limits = limits.attempts(PlanFields.whole(budget, "attempts", 0, 1, 1_000_000));
        }
        if (budget.text("calls").isPresent()) {
            limits = limits.calls(PlanFields.whole(budget, "calls", 0, 1, 1_000_000));
        }
        if (budget.text("time").isPresent()) {
            try {
                limits = limits.time(
                        PolicyText.parseDuration("time", budget.text("time").orElse("")));
            } catch (InvalidPolicyException e) {
                throw PlanFields.at(budget, "time").mistake(String.valueOf(e.getMessage()));
            }
        }
        return limits;
    }

    private static Money money(Mapping budget) {
        String text = budget.text("cost").orElse("").replace("$", "").strip();
        try {
            double dollars = Double.parseDouble(text);
            if (dollars > 0) {
                return Money.dollars(dollars);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw PlanFields.at(budget, "cost").mistake("cost must be an amount in dollars above zero, not " + text);
    }
}
