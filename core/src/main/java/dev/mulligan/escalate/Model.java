package dev.mulligan.escalate;

import java.util.Set;

/**
 * One model and what it costs.
 *
 * @param id the name on the wire, without a date
 * @param tier strength within its provider, from 1; escalation goes to a higher one
 * @param current whether escalation may choose it by itself; older models are known for their prices only
 * @param contextWindow tokens
 * @param capabilities such as {@code tools} and {@code images}
 */
public record Model(
        String id,
        String provider,
        int tier,
        boolean current,
        int contextWindow,
        Prices prices,
        Set<String> capabilities) {

    public Model {
        if (id.isBlank()) {
            throw new IllegalArgumentException("a model needs an id");
        }
        if (contextWindow <= 0) {
            throw new IllegalArgumentException(id + ": contextWindow must be positive, not " + contextWindow);
        }
        capabilities = Set.copyOf(capabilities);
    }
}
