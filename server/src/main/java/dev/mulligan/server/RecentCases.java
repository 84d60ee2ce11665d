package dev.mulligan.server;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.lab.Case;
import dev.mulligan.store.lab.Cases;
import java.util.List;

/**
 * The newest failures for the lab. It looks at a bounded piece of history, so that a page costs the same however long
 * history is; the ranges of the predictions say what that leaves open.
 */
final class RecentCases {

    private static final long LOOKED_AT = 20_000;
    /** What a case is made of; the rest is not even read. */
    private static final List<String> TOLD_BY =
            List.of("RetryScheduled", "RetrySucceeded", "RetryExhausted", "AttemptFinished");

    private static final int MOST_CASES = 150;

    /** {@code sampled}: whether there is more history than was looked at. */
    record Found(List<Case> cases, long untroubled, boolean sampled) {}

    private final EventStore store;

    RecentCases(EventStore store) {
        this.store = store;
    }

    Found now() {
        long end = store.position();
        long at = Math.max(0, end - LOOKED_AT);
        boolean sampled = at > 0;
        Cases cases = new Cases();
        store.between(at, end, TOLD_BY).forEach(cases::add);
        List<Case> closed = cases.closed();
        List<Case> newest =
                closed.size() > MOST_CASES ? closed.subList(closed.size() - MOST_CASES, closed.size()) : closed;
        return new Found(newest, cases.untroubled(), sampled || newest.size() < closed.size());
    }
}
