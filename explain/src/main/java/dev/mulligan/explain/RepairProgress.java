package dev.mulligan.explain;

import java.util.List;

/** Did a repair get anywhere? Judged against all the episode has seen, so going back and forth is no progress. */
public enum RepairProgress {
    /** Nothing but old failures, and fewer of them. */
    SHRANK,
    /** Another failure than any seen so far. */
    NEW_FAILURE,
    /** The same failure as the attempt before. */
    SAME,
    /** A failure the episode had already left behind. */
    RETURNED,
    /** No test ran: fewer failures prove nothing. */
    NO_EVIDENCE;

    public boolean progress() {
        return this == SHRANK || this == NEW_FAILURE;
    }

    public static RepairProgress of(List<Explanation> earlier, Explanation now) {
        if (now.errors().isEmpty() && now.tests().noEvidence()) return NO_EVIDENCE;
        if (earlier.isEmpty()) return NEW_FAILURE;
        boolean seen = earlier.stream().anyMatch(e -> e.signature().equals(now.signature()));
        if (seen) return earlier.getLast().signature().equals(now.signature()) ? SAME : RETURNED;
        return shrank(earlier.getLast(), now) ? SHRANK : NEW_FAILURE;
    }

    private static boolean shrank(Explanation before, Explanation now) {
        return now.failing().size() < before.failing().size()
                && before.failing().containsAll(now.failing());
    }
}
