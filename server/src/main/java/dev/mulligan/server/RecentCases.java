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
    private static final int PAGE = 5_000;
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
        for (List<EventStore.Positioned> page = store.since(at, PAGE); !page.isEmpty(); page = store.since(at, PAGE)) {
            page.forEach(event -> cases.add(event.recorded()));
            at = page.getLast().position();
        }
        List<Case> closed = cases.closed();
        List<Case> newest =
                closed.size() > MOST_CASES ? closed.subList(closed.size() - MOST_CASES, closed.size()) : closed;
        return new Found(newest, cases.untroubled(), sampled || newest.size() < closed.size());
    }
}
