package dev.mulligan.gateway.session;

import dev.mulligan.escalate.Money;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.guard.Budget;
import java.util.function.Consumer;

/** What happens when a session's or project's money is used up. */
public final class SpendingLimits {

    private static final Budget.Spending A_BIT = new Budget.Spending(0, 0, new Money(1));

    private final GatewayOptions options;
    private final Sessions sessions;
    private final boolean on;

    public SpendingLimits(GatewayOptions options, Sessions sessions) {
        this.options = options;
        this.sessions = sessions;
        this.on = options.budgets().perProject().isPresent()
                || options.budgets().perSession().isPresent();
    }

    public boolean isExceeded(Session session) {
        return on && !why(session).isEmpty();
    }

    /** Which limit stands in the way; empty when none does. */
    public String why(Session session) {
        return switch (session.budget().reserve(A_BIT)) {
            case Budget.Answer.Reserved free -> {
                free.reservation().release();
                yield "";
            }
            case Budget.Answer.Exceeded over -> "the budget of " + over.budget() + " is used up: " + over.what();
        };
    }

    /** The same with what helps: another session has a budget of its own, but not within a used-up project. */
    public String refusal(Session session) {
        String why = why(session);
        return why
                + (why.startsWith("the budget of session ")
                        ? ". Raise --budget-session, or start another session."
                        : ". Raise --budget-project.");
    }

    /** Tells whether the request may go on; asking a person may take a while, so that happens off the event loop. */
    public void decide(Session session, String sessionId, Consumer<Runnable> onLoop, Consumer<Boolean> then) {
        String why = why(session);
        options.listener().on(new GatewayFact.BudgetExceeded(sessionId, session.project(), why));
        switch (options.budgets().then()) {
            case WARN -> then.accept(true);
            case STOP -> then.accept(false);
            case ASK ->
                Thread.ofVirtual().name("mulligan-question").start(() -> {
                    boolean yes = options.asker().ask(why + ". Go on anyway?");
                    onLoop.accept(() -> then.accept(yes));
                });
        }
    }

    public void spent(Session session, String sessionId, Money cost) {
        if (on && cost.micros() > 0) {
            Budget.Spending actual = new Budget.Spending(0, 1, cost);
            session.budget().spend(actual);
            sessions.tellSpent(sessionId, session);
        }
    }
}
