package dev.mulligan.gateway.guard;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Time;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.route.RouteChoice;
import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Guard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks, for one request, the guards of the upstream that its next attempt goes to. A request that would have to wait goes
 * to another upstream if one may take it, and a breaker holds it no longer than its policy would have waited by itself.
 */
public final class RequestGuard implements Guard {

    private static final String NOBODY = "gateway";

    private final Function<Target, UpstreamScope> scopes;
    private final RouteChoice route;
    private final Predicate<Target> mayMoveTo;
    private final Consumer<RouteChoice.Move> moved;
    private final Duration longestHold;

    private volatile @Nullable UpstreamScope admitted;
    private volatile @Nullable UpstreamScope waitsFor;
    private volatile String holder = NOBODY;
    private final Time time;
    private Duration held = Duration.ZERO;
    private volatile Duration paused = Duration.ZERO;
    private long askedAt;

    /** {@code ownWaits}: all waits of the request's policy; breakers hold it so long and for one probe more. */
    public RequestGuard(
            Function<Target, UpstreamScope> scopes,
            RouteChoice route,
            Predicate<Target> mayMoveTo,
            Consumer<RouteChoice.Move> moved,
            Duration ownWaits,
            Time time) {
        this.scopes = scopes;
        this.route = route;
        this.mayMoveTo = mayMoveTo;
        this.moved = moved;
        this.time = time;
        this.longestHold = ownWaits.plus(WaitingCircuitBreaker.SETTINGS.openFor());
    }

    @Override
    public String name() {
        return holder;
    }

    /** How long it was held up because the provider had asked somebody to wait. */
    public Duration pausedSoFar() {
        return paused;
    }

    @Override
    public Admission admit(Attempt attempt) {
        begin(attempt);
        while (true) {
            UpstreamScope scope = scopes.apply(route.current());
            Admission answer = ask(scope, attempt);
            if (!(answer instanceof Admission.Later later)) {
                return answer;
            }
            Failure why = scope.pausedFor().orElseGet(() -> down(later.why()));
            Optional<Target> other = route.insteadOfWaiting(why).filter(mayMoveTo);
            if (other.isEmpty()) {
                return later;
            }
            scope.breaker().leave(this);
            moved.accept(route.move(other.get(), why));
        }
    }

    /** Neither a provider's wait nor an open circuit holds up what a person asked for. */
    @Override
    public Admission admitNow(Attempt attempt) {
        begin(attempt);
        UpstreamScope scope = scopes.apply(route.current());
        countWait(scope);
        scope.breaker().leave(this);
        admitted = scope;
        holder = NOBODY;
        return Admission.GRANTED;
    }

    private void begin(Attempt attempt) {
        attempt.lastFailure()
                .flatMap(last -> route.begin(attempt.number(), last))
                .ifPresent(moved);
    }

    private Admission ask(UpstreamScope scope, Attempt attempt) {
        waitsFor = scope;
        countWait(scope);
        Admission open = scope.pause().admit(attempt);
        if (open instanceof Admission.Later later) {
            holder = scope.pause().name();
            return later;
        }
        Admission up = scope.breaker().admit(attempt, this);
        if (up instanceof Admission.Later later) {
            holder = scope.breaker().name();
            return held.plus(later.delay()).compareTo(longestHold) <= 0
                    ? later
                    : new Admission.Refused(GiveUpReason.CIRCUIT_OPEN, later.why(), Optional.of(later.delay()));
        }
        if (up instanceof Admission.Granted) {
            admitted = scope;
            holder = NOBODY;
        }
        return up;
    }

    /** What has passed since the last question was spent waiting for whoever held it then. */
    private void countWait(UpstreamScope scope) {
        Duration since = Duration.ofNanos(time.nanos() - askedAt);
        if (holder.equals(scope.breaker().name())) {
            held = held.plus(since);
        } else if (holder.equals(scope.pause().name())) {
            paused = paused.plus(since);
        }
        askedAt = time.nanos();
    }

    private static Failure down(String why) {
        return Failure.of(FailureType.OVERLOADED, true, why, Action.RETRY, "gateway.circuit-open");
    }

    @Override
    public Admission admitRetry(Attempt next, Failure failure) {
        return scopes.apply(route.current()).retryBudget().admitRetry(next, failure);
    }

    @Override
    public void succeeded(Attempt attempt) {
        UpstreamScope scope = admitted;
        if (scope != null) {
            scope.succeeded(attempt);
        }
    }

    @Override
    public void failed(Attempt attempt, Failure failure) {
        UpstreamScope scope = admitted;
        if (scope != null) {
            scope.failed(attempt, failure);
        }
    }

    @Override
    public void abandoned(Attempt attempt) {
        UpstreamScope scope = admitted;
        if (scope != null) {
            scope.abandoned(attempt);
        }
    }

    /** The request is over: it gives its place in a line away. */
    public void leave() {
        UpstreamScope scope = waitsFor;
        if (scope != null) {
            scope.breaker().leave(this);
        }
    }
}
