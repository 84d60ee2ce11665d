package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.escalate.Money;

/** Draws one attempt from a budget for every attempt made. Money is committed by who knows what a call has cost. */
public final class BudgetGuard implements Guard {

    private static final Budget.Spending ONE = Budget.Spending.attempt(Money.ZERO);

    private final Budget budget;

    /** Draws from this budget, which others may draw from as well. */
    public BudgetGuard(Budget budget) {
        this.budget = budget;
    }

    @Override
    public String name() {
        return "budget";
    }

    @Override
    public Admission admit(Attempt attempt) {
        return switch (budget.reserve(ONE)) {
            case Budget.Answer.Reserved held -> {
                held.reservation().commit(ONE);
                yield Admission.GRANTED;
            }
            case Budget.Answer.Exceeded over ->
                new Admission.Refused(GiveUpReason.BUDGET, "budget " + over.budget() + ": " + over.what());
        };
    }

    @Override
    public void abandoned(Attempt attempt) {
        budget.giveBack(ONE);
    }
}
