package dev.mulligan.server.report;

import dev.mulligan.attempt.Time;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.lab.Case;
import dev.mulligan.store.lab.Cases;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest failures for the lab. It looks at a bounded piece of history, so that a page costs the same however long
 * history is; the ranges of the predictions say what that leaves open.
 */
public final class RecentCases {

    private static final long LOOKED_AT = 10_000;
    /** What a case is made of; the rest is not even read. */
    private static final List<String> TOLD_BY =
            List.of("RetryScheduled", "RetrySucceeded", "RetryExhausted", "AttemptFinished");

    private static final int MOST_CASES = 100;

    /** {@code sampled}: whether there is more history than was looked at. */
    public record Found(List<Case> cases, long untroubled, boolean sampled) {}

    private static final Duration GOOD_FOR = Duration.ofSeconds(30);

    private final EventStore store;
    private final Time time;
    private @Nullable Found found;
    private long foundAt;

    public RecentCases(EventStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    /** On a long history the newest failures are much the same for a while: they are read once in that time. */
    public synchronized Found now() {
        Found before = found;
        if (before == null || !before.sampled() || time.nanos() - foundAt > GOOD_FOR.toNanos()) {
            found = before = look();
            foundAt = time.nanos();
        }
        return before;
    }

    private Found look() {
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
