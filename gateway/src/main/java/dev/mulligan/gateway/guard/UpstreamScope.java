package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.guard.ServerPause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Everything shared by the requests of one account to one model of one upstream. */
public final class UpstreamScope {

    private static final Attempt ANY =
            new Attempt(1, 1, Remedy.Simple.NOTHING, Optional.empty(), Episode.EMPTY, Deadline.NONE);

    private final String scope;
    private final ServerPause pause;
    private final WaitingCircuitBreaker breaker;
    private final RetryBudget retryBudget;
    private final AtomicLong successes = new AtomicLong();
    private volatile @Nullable Failure pausedBy;

    UpstreamScope(String scope, ServerPause pause, WaitingCircuitBreaker breaker, RetryBudget retryBudget) {
        this.scope = scope;
        this.pause = pause;
        this.breaker = breaker;
        this.retryBudget = retryBudget;
    }

    public String scope() {
        return scope;
    }

    ServerPause pause() {
        return pause;
    }

    WaitingCircuitBreaker breaker() {
        return breaker;
    }

    RetryBudget retryBudget() {
        return retryBudget;
    }

    /** A good answer says that the next request would be refused. */
    public void pauseFor(Duration wait) {
        pausedBy = null;
        pause.pause(wait);
    }

    /** Why nobody may call now, with what is left of the wait; empty when everybody may. */
    public Optional<Failure> pausedFor() {
        if (!(pause.admit(ANY) instanceof Admission.Later later)) {
            return Optional.empty();
        }
        Failure told = pausedBy;
        Failure why = told != null
                ? told
                : Failure.of(
                        FailureType.RATE_LIMIT, true, "the rate window is empty", Action.RETRY, "gateway.rate-window");
        return Optional.of(why.withRetryAfter(later.delay()));
    }

    /** How many calls have succeeded: when it grows, what was given up before may be worth another try. */
    long successes() {
        return successes.get();
    }

    public void answered() {
        successes.incrementAndGet();
    }

    /** Whether the first attempt may go at once. Where not, the kernel waits or gives up for it. */
    public boolean admitsAtOnce(Attempt attempt) {
        return pause.admit(attempt) instanceof Admission.Granted
                && breaker.admit(attempt, null) instanceof Admission.Granted;
    }

    public void succeeded(Attempt attempt) {
        breaker.succeeded(attempt);
        retryBudget.succeeded(attempt);
    }

    public void failed(Attempt attempt, Failure failure) {
        if (failure.retryAfter().isPresent()) {
            pausedBy = failure;
        }
        pause.failed(attempt, failure);
        breaker.failed(attempt, failure);
    }

    public void abandoned(Attempt attempt) {
        breaker.abandoned(attempt);
    }
}
