package dev.mulligan.store.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Hours and days, in UTC. */
public final class Buckets {

    public static final long HOUR = Duration.ofHours(1).toMillis();
    public static final long DAY = Duration.ofDays(1).toMillis();
    public static final int HOURS = 0;
    public static final int DAYS = 1;

    private Buckets() {}

    public static long start(int grain, long at) {
        long length = grain == HOURS ? HOUR : DAY;
        return Math.floorDiv(at, length) * length;
    }

    /** Some buckets of one grain, from (inclusive) to (exclusive). */
    public record Span(int grain, long from, long to) {}

    /** The same range in hours only. */
    static Span hours(long from, long to) {
        return new Span(HOURS, start(HOURS, from), start(HOURS, to + HOUR - 1));
    }

    /** The fewest buckets that cover the range exactly: whole days inside, hours at the edges. */
    public static List<Span> cover(long from, long to) {
        long first = start(HOURS, from);
        long last = start(HOURS, to + HOUR - 1);
        long firstDay = start(DAYS, first + DAY - 1);
        long lastDay = start(DAYS, last);
        List<Span> spans = new ArrayList<>();
        if (firstDay >= lastDay) {
            spans.add(new Span(HOURS, first, last));
            return spans;
        }
        if (first < firstDay) {
            spans.add(new Span(HOURS, first, firstDay));
        }
        spans.add(new Span(DAYS, firstDay, lastDay));
        if (lastDay < last) {
            spans.add(new Span(HOURS, lastDay, last));
        }
        return spans;
    }
}
