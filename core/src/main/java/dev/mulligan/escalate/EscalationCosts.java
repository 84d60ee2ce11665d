package dev.mulligan.escalate;

import java.util.Optional;

/**
 * What a stronger model costs, and when a person is asked before it is used.
 *
 * @param confirm when to ask
 * @param estimator the costs of the next call on both models; empty where a price is not known
 */
public record EscalationCosts(Confirm confirm, Estimator estimator) {

    /** Nobody is asked and no price is known. */
    public static final EscalationCosts UNKNOWN = new EscalationCosts(new Confirm.Never(), (_, _) -> Optional.empty());

    /** Estimates the next call on two models. */
    @FunctionalInterface
    public interface Estimator {
        Optional<CostEstimate> estimate(String fromModel, String toModel);
    }

    /** What the next call would cost on each of the two models; empty where a price is not known. */
    public Optional<CostEstimate> estimate(String fromModel, String toModel) {
        return estimator.estimate(fromModel, toModel);
    }
}
