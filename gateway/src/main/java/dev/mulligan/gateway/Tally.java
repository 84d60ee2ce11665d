package dev.mulligan.gateway;

import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;

/** What all attempts of one request used and cost. */
final class Tally {

    private final Models models;
    private Usage usage = Usage.NONE;
    private Money cost = Money.ZERO;

    Tally(Models models) {
        this.models = models;
    }

    void count(String model, Usage used) {
        usage = usage.plus(used);
        cost = cost.plus(models.find(model).map(m -> m.prices().of(used)).orElse(Money.ZERO));
    }

    Usage usage() {
        return usage;
    }

    Money cost() {
        return cost;
    }
}
