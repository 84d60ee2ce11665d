package dev.mulligan.store.report;

import java.util.Map;
import java.util.TreeMap;

/** Waits on a scale whose marks lie a quarter apart: few rows, and no percentile off by more than that. */
public final class WaitScale {

    private static final double STEP = 1.25;
    private static final double FIRST = 10;

    private WaitScale() {}

    /** The mark at or above a wait. */
    public static long mark(long millis) {
        double mark = FIRST;
        while (mark < millis) {
            mark *= STEP;
        }
        return Math.round(mark);
    }

    /** The mark that a share of all waits does not exceed; 0 when there are none. */
    public static long percentile(Map<Long, Long> byMark, double share) {
        long all = byMark.values().stream().mapToLong(Long::longValue).sum();
        long seen = 0;
        for (Map.Entry<Long, Long> mark : new TreeMap<>(byMark).entrySet()) {
            seen += mark.getValue();
            if (seen >= Math.ceil(all * share)) {
                return mark.getKey();
            }
        }
        return 0;
    }
}
