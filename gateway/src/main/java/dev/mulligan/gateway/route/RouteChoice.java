package dev.mulligan.gateway.route;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.upstream.Target;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The way one request takes through the upstreams. Used by its event loop and by the thread of its recovery, never by both
 * at once but one after the other.
 */
public final class RouteChoice {

    /** A shorter stated wait is kept: a move costs the whole prompt cache. */
    private static final Duration WORTH_WAITING = Duration.ofSeconds(5);
    /** A single bad answer is not an outage. */
    private static final int FAILURES_BEFORE_MOVE = 2;

    /** A move that is due when this attempt begins. */
    private record Planned(Target to, int attempt) {}

    /** From one target to another, because of this failure. */
    public record Move(Target from, Target to, FailureType why) {}

    private final Routes routes;
    private final List<Target> all;
    private final String model;
    private final Predicate<Target> accepts;
    private volatile Target current;
    private final AtomicInteger failedHere = new AtomicInteger();
    private volatile @Nullable Planned planned;

    RouteChoice(Routes routes, List<Target> all, Target first, String model, Predicate<Target> accepts) {
        this.routes = routes;
        this.all = all;
        this.current = first;
        this.model = model;
        this.accepts = accepts;
    }

    public Target current() {
        return current;
    }

    /** Whether there is anything to choose, and so anything to tell. */
    public boolean hasAlternatives() {
        return all.size() > 1;
    }

    /** An attempt here has failed. */
    public void failed(Failure failure) {
        failedHere.incrementAndGet();
        if (hasAlternatives() && Routes.concernsKey(failure.type())) {
            routes.setAside(current, model, failure);
        }
    }

    public void answered(MultiMap headers) {
        if (hasAlternatives()) {
            routes.answered(current, model, headers);
        }
    }

    /** The target that should make the next attempt after this failure; empty when this one should. */
    public Optional<Target> insteadAfter(Failure failure) {
        if (!hasAlternatives() || !mayMove(failure)) {
            return Optional.empty();
        }
        return routes.insteadOf(all, current, model, failure.type(), accepts);
    }

    private boolean mayMove(Failure failure) {
        boolean longWait = failure.retryAfter()
                .filter(wait -> wait.compareTo(WORTH_WAITING) > 0)
                .isPresent();
        return switch (failure.type().origin()) {
            case ACCESS -> true;
            case LIMIT -> longWait || failure.retryAfter().isEmpty();
            case UPSTREAM -> longWait || failedHere.get() >= FAILURES_BEFORE_MOVE;
            // Faults of the request itself: it would fail anywhere.
            case SIZE, REQUEST, WORK, MACHINE, CALLER, UNKNOWN -> false;
        };
    }

    /** The target that may be called at once, when calls to this one have to wait. */
    public Optional<Target> insteadOfWaiting(Failure why) {
        boolean shortPause = why.retryAfter()
                .filter(wait -> wait.compareTo(WORTH_WAITING) <= 0)
                .isPresent();
        return hasAlternatives() && !shortPause
                ? routes.insteadOf(all, current, model, why.type(), accepts)
                : Optional.empty();
    }

    /** From this attempt on the request goes there. */
    public void plan(Target to, int attempt) {
        planned = new Planned(to, attempt);
    }

    /** Carries out what is planned for this attempt. */
    public Optional<Move> begin(int attempt, Failure last) {
        Planned due = planned;
        if (due == null || due.attempt() != attempt) {
            return Optional.empty();
        }
        planned = null;
        return Optional.of(move(due.to(), last));
    }

    /** What it leaves is set aside, for everybody. */
    public Move move(Target to, Failure why) {
        if (!routes.isAside(current, model)) {
            routes.setAside(current, model, why);
        }
        Move move = new Move(current, to, why.type());
        current = to;
        failedHere.set(0);
        return move;
    }
}
