package dev.mulligan.test;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Time that stands still until somebody moves it. A sleep moves it by itself and returns at once, and every sleep is
 * remembered; alarms go off when time passes them.
 */
public final class ManualTime implements Time {

    private record Due(long at, long order, Runnable task) {}

    private final Instant start;
    private final List<Duration> sleeps = new ArrayList<>();
    private final PriorityQueue<Due> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long nanos;
    private long order;

    /** Stands at the start of 2026. */
    public ManualTime() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** Stands at this moment. */
    public ManualTime(Instant start) {
        this.start = start;
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized Instant now() {
        return start.plusNanos(nanos);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a sleep");
        }
        synchronized (this) {
            sleeps.add(duration);
        }
        advance(duration);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted in a sleep");
        }
    }

    @Override
    public synchronized Alarm after(Duration delay, Runnable task) {
        Due due = new Due(nanos + delay.toNanos(), order++, task);
        alarms.add(due);
        return () -> cancel(due);
    }

    private synchronized void cancel(Due due) {
        alarms.remove(due);
    }

    /** Moves time; alarms that come due run on this thread, in order. */
    public void advance(Duration by) {
        long end;
        synchronized (this) {
            end = nanos + by.toNanos();
        }
        while (true) {
            Due due;
            synchronized (this) {
                due = alarms.peek();
                if (due == null || due.at() > end) {
                    nanos = Math.max(nanos, end);
                    return;
                }
                alarms.remove();
                nanos = Math.max(nanos, due.at());
            }
            due.task().run();
        }
    }

    /** Every wait so far, in order. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }
}
