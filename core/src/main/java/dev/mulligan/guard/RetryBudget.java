package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Time;
import dev.mulligan.failure.Failure;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps retries a small share of calls, so that an outage is not multiplied. A bucket of tokens: each retry takes some,
 * a success puts one back, and a success after retries puts back what they took. However empty the bucket is, one retry
 * per {@code floorEvery} goes through, so that a quiet caller is never starved and recovery is noticed.
 */
public final class RetryBudget implements Guard {

    private static final int CAPACITY = 500;
    private static final int COST = 5;
    private static final long FLOOR_EVERY_NANOS = 1_000_000_000L;

    private final int capacity;
    private final int cost;
    private final long floorEveryNanos;
    private final Time time;
    private final AtomicInteger tokens;
    private final AtomicLong lastFloorRetry;
    private volatile int takenElsewhere;

    /** 500 tokens, five for a retry: in the long run one retry for five successes, and one a second whatever happens. */
    public RetryBudget(Time time) {
        this(CAPACITY, COST, FLOOR_EVERY_NANOS, time);
    }

    /**
     * A bucket of so many tokens.
     *
     * @param cost tokens that a retry takes; a success brings one back
     * @param floorEveryNanos how often a retry is let through although the bucket is empty
     */
    public RetryBudget(int capacity, int cost, long floorEveryNanos, Time time) {
        if (capacity < 0 || cost < 1 || floorEveryNanos < 1) {
            throw new IllegalArgumentException(
                    "a retry budget needs capacity ≥ 0, cost ≥ 1 and a floor interval > 0, not " + capacity + ", "
                            + cost + ", " + floorEveryNanos);
        }
        this.capacity = capacity;
        this.cost = cost;
        this.floorEveryNanos = floorEveryNanos;
        this.time = time;
        this.tokens = new AtomicInteger(capacity);
        this.lastFloorRetry = new AtomicLong(time.nanos() - floorEveryNanos);
    }

    @Override
    public String name() {
        return "retry-budget";
    }

    @Override
    public Admission admitRetry(Attempt next, Failure failure) {
        while (true) {
            int left = tokens.get();
            if (left - takenElsewhere < cost) {
                return floor();
            }
            if (tokens.compareAndSet(left, left - cost)) {
                return Admission.GRANTED;
            }
        }
    }

    private Admission floor() {
        long now = time.nanos();
        long last = lastFloorRetry.get();
        if (now - last >= floorEveryNanos && lastFloorRetry.compareAndSet(last, now)) {
            return Admission.GRANTED;
        }
        return new Admission.Refused(
                GiveUpReason.RETRY_BUDGET, "too few calls succeed to spend more on retries; the budget is empty");
    }

    @Override
    public void succeeded(Attempt attempt) {
        int left = tokens.get();
        // The common case writes nothing: the bucket is full and stays so.
        while (left < capacity) {
            long refund = 1L + (long) cost * (attempt.number() - 1);
            int filled = (int) Math.min(capacity, left + refund);
            if (tokens.compareAndSet(left, filled)) {
                return;
            }
            left = tokens.get();
        }
    }

    /** What retries have taken and successes have not given back. */
    public int taken() {
        return capacity - tokens.get();
    }

    /** What other programs that call the same upstream have taken: one budget for all of them. */
    public void takenElsewhere(int theirs) {
        takenElsewhere = Math.clamp(theirs, 0, capacity);
    }

    /** Tokens that are left now. */
    public int tokens() {
        return tokens.get();
    }
}
