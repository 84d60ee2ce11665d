package dev.mulligan.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.failure.Failure;
import java.util.concurrent.atomic.AtomicInteger;

/** At most so many attempts in flight at once; one more is refused, not queued. */
public final class Bulkhead implements Guard {

    private final int limit;
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * At most so many attempts at once.
     *
     * @throws IllegalArgumentException if it is less than one
     */
    public Bulkhead(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a bulkhead admits at least one, not " + limit);
        }
        this.limit = limit;
    }

    @Override
    public String name() {
        return "bulkhead";
    }

    @Override
    public Admission admit(Attempt attempt) {
        if (inFlight.incrementAndGet() <= limit) {
            return Admission.GRANTED;
        }
        inFlight.decrementAndGet();
        return new Admission.Refused(GiveUpReason.BULKHEAD_FULL, limit + " calls are in flight already");
    }

    @Override
    public void succeeded(Attempt attempt) {
        inFlight.decrementAndGet();
    }

    @Override
    public void failed(Attempt attempt, Failure failure) {
        inFlight.decrementAndGet();
    }

    @Override
    public void abandoned(Attempt attempt) {
        inFlight.decrementAndGet();
    }

    /** Attempts that run now. */
    public int inFlight() {
        return inFlight.get();
    }
}
