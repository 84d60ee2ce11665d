package dev.mulligan.escalate;

import java.util.List;

/**
 * What the next attempt costs on another model, from the tokens this session really used.
 *
 * @param current the next attempt on the model in use
 * @param target the next attempt on the other model
 * @param basis the tokens assumed
 */
public record CostEstimate(String fromModel, String toModel, Money current, Money target, Usage basis) {

    /** What the change adds; negative when the other model is cheaper. */
    public Money difference() {
        return target.minus(current);
    }

    /**
     * The next call repeats the conversation and answers about as long as before. A change of model finds an empty
     * cache: what was read from the cache must be written there anew.
     */
    public static CostEstimate next(Model from, Model to, List<Usage> calls) {
        Usage typical = typical(calls);
        Usage onTarget = from.id().equals(to.id())
                ? typical
                : new Usage(typical.input(), typical.output(), 0, typical.cacheRead() + typical.cacheWrite());
        return new CostEstimate(
                from.id(), to.id(), from.prices().of(typical), to.prices().of(onTarget), onTarget);
    }

    /** The prompt of the last call, since conversations grow, with the average answer. */
    private static Usage typical(List<Usage> calls) {
        if (calls.isEmpty()) {
            return Usage.NONE;
        }
        Usage last = calls.getLast();
        long output =
                Math.round(calls.stream().mapToLong(Usage::output).average().orElse(0));
        return new Usage(last.input(), output, last.cacheRead(), last.cacheWrite());
    }
}
