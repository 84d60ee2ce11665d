package dev.mulligan.gateway.session;

import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;

/** What all attempts of one request used and cost. */
public final class Tally {

    private final Models models;
    private Usage usage = Usage.NONE;
    private Money cost = Money.ZERO;
    private Money wasted = Money.ZERO;

    public Tally(Models models) {
        this.models = models;
    }

    public void count(String model, Usage used) {
        usage = usage.plus(used);
        cost = cost.plus(models.find(model).map(m -> m.prices().of(used)).orElse(Money.ZERO));
    }

    /** The same for an attempt that failed: it was paid for nothing. */
    public void waste(String model, Usage used) {
        Money before = cost;
        count(model, used);
        wasted = wasted.plus(new Money(cost.micros() - before.micros()));
    }

    public Money wasted() {
        return wasted;
    }

    public Usage usage() {
        return usage;
    }

    public Money cost() {
        return cost;
    }
}
